import type { FeeReceiptQuery } from '@institute/contract';
import { spellAmount } from '@institute/contract/amount-in-words';
import {
  feeMethodNames,
  feePaymentNotFound,
  formatBalance,
  type ReceiptSize,
} from '@institute/contract/fees.constants';
import { findNameFault } from '@institute/contract/fields';
import { formatLocalMoney } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { makeNameFromEmail } from '@institute/contract/text';
import { formatDate } from '@institute/contract/time';
import type { Ctx } from '../../../../context.ts';
import { notFoundError } from '../../../../errors.ts';
import { readRows } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { recordActivity } from '../../../platform/activity/activity.service.ts';
import {
  type CancelledReceipt,
  dropEmptyFacts,
  makeCounterReceiptFile,
  makeReceiptFile,
  type ReceiptFact,
  type ReceiptSource,
} from '../../../platform/numbered-documents/receipt-file.service.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import { readAccountBalance, readBalanceAfterPart } from './fee-account.service.ts';
import { FeePrintEntity } from './fee-ledger.entity.ts';
import { type FeeLine, findFeeLine, findStudent } from './fee-line.service.ts';
import { describePurpose } from './fee-purpose.service.ts';
import { readMoneySteps } from './money-path.service.ts';

type ReadingCtx = Pick<Ctx, 'em'>;

async function readStudentFacts(ctx: ReadingCtx, id: number | null | undefined): Promise<ReceiptFact[]> {
  const student = await findStudent(ctx, id);
  if (!student) return [];
  const { name, reference, program, startsOn } = student;
  const courseText = [program, startsOn && `class of ${formatDate(startsOn)}`].filter(Boolean).join(', ');
  return dropEmptyFacts([
    ['Student', `${name}, ${reference}`],
    ['Program', courseText],
  ]);
}

const hasFewDigits = (words: string): boolean => words.replace(/\P{Nd}/gu, '').length < 7;
/** Statements and cashiers may put a link or a phone in the place of a name or an ID, which no receipt may print. */
const mayPrintName = (words: string): boolean => !findNameFault(words) && hasFewDigits(words);
export const mayPrintId = (words: string): boolean =>
  !/\p{L}{2}\.\p{L}{2}|:\/\/|@/u.test(words) && (!/\s/.test(words) || hasFewDigits(words));

/** The receipt has the balance at the time of recording, so that a copy says the same as the first print. */
export async function makeFeeReceipt(
  ctx: ReadingCtx,
  line: FeeLine,
  source: ReceiptSource,
  look: { size?: ReceiptSize | undefined; isCopy?: boolean; logo?: Buffer | undefined } = {},
) {
  const { receiptNumber, registrationId, amount, method, operatorId, receivedOn, payerName } = line;
  const student = await readStudentFacts(ctx, registrationId);
  const hasAccount = registrationId && student.length > 0;
  const isRefund = line.kind === 'refund';
  const balanceRecord = line.movementId === null ? null : await readBalanceAfterPart(ctx, line.id);
  const balanceAtRecording = hasAccount
    ? (balanceRecord?.balance ?? (await readAccountBalance(ctx, registrationId)))
    : null;
  const printedNumber = receiptNumber ?? line.refundNumber ?? '';
  const isPayment = !isRefund && balanceRecord !== null && balanceAtRecording !== null;
  const purposeText = isPayment
    ? await describePurpose(ctx, { id: line.id, amount, balance: balanceAtRecording })
    : null;
  const cashierEmail = balanceRecord?.recordedBy;
  const [step] = balanceRecord === null ? [] : await readMoneySteps(ctx, [line.id]);
  const receiptFacts = dropEmptyFacts([
    [isRefund ? 'Refund' : 'Receipt', printedNumber],
    ...student,
    ['Moved from', step?.formerReceipts],
    ['Paid by', payerName && mayPrintName(payerName) ? payerName : null],
    ['Amount', formatLocalMoney(amount)],
    ['In words', spellAmount(place.currency, amount)],
    ['For', purposeText],
    ['Method', feeMethodNames[method]],
    ['Transaction ID', operatorId && mayPrintId(operatorId) ? operatorId : null],
    ['Date', formatDate(receivedOn)],
    ['Reason', isRefund ? line.reason : null],
    [isRefund ? 'Paid out by' : 'Received by', cashierEmail ? makeNameFromEmail(cashierEmail) : null],
    ['Balance before', isPayment ? formatBalance(balanceAtRecording + amount) : null],
    ['Balance', balanceAtRecording === null ? null : formatBalance(balanceAtRecording)],
  ]);
  const receiptContent = {
    heading: isRefund ? 'Refund of fees' : 'Fee receipt',
    ending: 'Thank you. Please keep this receipt.',
    facts: receiptFacts,
    number: printedNumber,
    code: line.receiptCode,
    issuedAt: new Date(line.createdAt),
    isTest: line.isTest,
    signs: ['Signature', 'Stamp'],
    ...look,
  };
  return { facts: receiptFacts, file: await makeReceiptFile(receiptContent, source) };
}

export async function readCancelledReceipt(ctx: ReadingCtx, line: FeeLine): Promise<CancelledReceipt> {
  const { cancellationNumber, receiptNumber, refundNumber, cancelledAt, createdAt, reason, registrationId } =
    line;
  const student = await readStudentFacts(ctx, registrationId);
  return {
    number: cancellationNumber ?? '',
    receiptNumber: receiptNumber ?? refundNumber,
    cancelledAt: new Date(cancelledAt ?? createdAt),
    reason,
    about: [...student, ['Amount', formatLocalMoney(line.amount)]],
  };
}

/** Makes the PDF of the receipt, or of the counter-receipt after a cancellation. */
export async function getFeeReceipt(
  ctx: Ctx,
  { partId, size }: FeeReceiptQuery,
  readLogo: (url: string) => Promise<Buffer | undefined>,
) {
  const receiptLine = await findFeeLine(ctx, { id: partId });
  if (!receiptLine) throw notFoundError(feePaymentNotFound);
  const { view: site } = await getSite(ctx);
  const number = receiptLine.cancellationNumber ?? receiptLine.receiptNumber ?? receiptLine.refundNumber;
  if (!number) throw notFoundError('This payment has no receipt');
  const isCopy = await recordPrint(ctx, receiptLine, number);
  if (receiptLine.cancellationNumber)
    return makeCounterReceiptFile(await readCancelledReceipt(ctx, receiptLine), site, {
      size,
      banner: isCopy ? 'Copy' : undefined,
    });
  const receiptSource = { site, publicUrl: ctx.config.publicUrl };
  const logoImage = await readLogo(site.institute.logo);
  return (await makeFeeReceipt(ctx, receiptLine, receiptSource, { size, isCopy, logo: logoImage })).file;
}

/** Records a print. True for a copy: the lock lets one of two simultaneous prints be the original. */
const recordPrint = (
  ctx: Ctx,
  { id: partId, registrationId, amount }: FeeLine,
  number: string,
): Promise<boolean> =>
  runInTransaction(ctx, async (tx) => {
    await readRows(tx.em, {})('select from fee_parts where id = ? for update', [partId]);
    const earlierPrintCount = await tx.em.count(FeePrintEntity, { partId, number });
    const recordedFields = { recordedAt: tx.now(), recordedBy: tx.actor?.email ?? null };
    await tx.em.insert(FeePrintEntity, { partId, number, ...recordedFields });
    await recordActivity(tx, {
      type: 'view',
      entityType: 'fee',
      entityId: registrationId,
      description: `Printed receipt ${number} of ${formatLocalMoney(amount)}`,
    });
    return earlierPrintCount > 0;
  });
