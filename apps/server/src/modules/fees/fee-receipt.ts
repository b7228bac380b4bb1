import { amountInWords } from '@institute/contract/amount-in-words';
import { balanceText, feeMethodNames } from '@institute/contract/fees.constants';
import { formatMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { Ctx } from '../../context.ts';
import {
  type CancelledReceipt,
  listFacts,
  makeReceiptFile,
  type ReceiptFact,
  type ReceiptPlace,
} from '../proofs/receipt-file.service.ts';
import { fullNameSql } from '../registrations/registration.entity.ts';
import { readBalance } from './fee-account.service.ts';
import type { FeePaymentRow } from './fee-payment.entity.ts';

type Reader = Pick<Ctx, 'em'>;

export async function findStudent({ em }: Reader, id: number | null | undefined) {
  const [student] = id
    ? await em.execute<{ name: string; reference: string }[]>(
        `select ${fullNameSql()} as name, reference from registrations where id = ? and deleted_at is null`,
        [id],
      )
    : [];
  return student;
}

async function studentFacts(ctx: Reader, id: number | null | undefined): Promise<ReceiptFact[]> {
  const student = await findStudent(ctx, id);
  return student ? [['Student', `${student.name}, ${student.reference}`]] : [];
}

/** The balance is that of today. */
export async function makeReceipt(ctx: Reader, payment: FeePaymentRow, place: ReceiptPlace) {
  const { receiptNumber, registrationId, amount, method, operatorId, receivedOn, payerName } = payment;
  const student = await studentFacts(ctx, registrationId);
  const hasAccount = registrationId && student.length > 0;
  const facts = listFacts([
    ['Receipt', receiptNumber],
    ...student,
    ['Paid by', payerName],
    ['Amount', formatMoney('UGX', amount)],
    ['In words', amountInWords('UGX', amount)],
    ['Method', feeMethodNames[method as keyof typeof feeMethodNames]],
    ['Transaction ID', operatorId],
    ['Date', formatDate(receivedOn)],
    ['Balance', hasAccount ? balanceText(await readBalance(ctx, registrationId)) : null],
  ]);
  const content = {
    heading: 'Fee receipt',
    ending: 'Thank you. Please keep this receipt.',
    facts,
    number: receiptNumber ?? '',
    code: payment.receiptCode,
    issuedAt: payment.createdAt,
    isTest: payment.isTest,
  };
  return { facts, file: await makeReceiptFile(content, place) };
}

export async function readCancelled(ctx: Reader, payment: FeePaymentRow): Promise<CancelledReceipt> {
  const { cancellationNumber, receiptNumber, cancelledAt, createdAt, reason, registrationId, amount } =
    payment;
  const student = await studentFacts(ctx, registrationId);
  return {
    number: cancellationNumber ?? '',
    receiptNumber,
    cancelledAt: cancelledAt ?? createdAt,
    reason,
    about: [...student, ['Amount', formatMoney('UGX', amount)]],
  };
}
