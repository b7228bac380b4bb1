import type { Site } from '@institute/contract';
import { amountInWords } from '@institute/contract/amount-in-words';
import { balanceText, feeMethodNames } from '@institute/contract/fees.constants';
import { formatMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { Ctx } from '../../context.ts';
import { receiptPdf } from '../../pdf/receipt-pdf.ts';
import { fullNameSql } from '../registrations/registration.entity.ts';
import { readBalance } from './fee-account.service.ts';
import type { FeePaymentRow } from './fee-payment.entity.ts';

export type ReceiptFact = [label: string, value: string];
type Reader = Pick<Ctx, 'em'>;

export interface ReceiptPlace {
  site: Pick<Site, 'institute'>;
  publicUrl: string;
}

async function studentFacts({ em }: Pick<Ctx, 'em'>, id: number | null | undefined): Promise<ReceiptFact[]> {
  const [student] = id
    ? await em.execute<{ name: string; reference: string }[]>(
        `select ${fullNameSql()} as name, reference from registrations where id = ? and deleted_at is null`,
        [id],
      )
    : [];
  return student ? [['Student', `${student.name}, ${student.reference}`]] : [];
}

/** The balance is that of today. */
export async function receiptFacts(ctx: Reader, payment: FeePaymentRow): Promise<ReceiptFact[]> {
  const { receiptNumber, registrationId, amount, method, operatorId, receivedOn, payerName } = payment;
  const student = await studentFacts(ctx, registrationId);
  return [
    ['Receipt', receiptNumber ?? ''],
    ...student,
    ...(payerName ? [['Paid by', payerName] satisfies ReceiptFact] : []),
    ['Amount', formatMoney('UGX', amount)],
    ['In words', amountInWords('UGX', amount)],
    ['Method', feeMethodNames[method as keyof typeof feeMethodNames]],
    ...(operatorId ? [['Transaction ID', operatorId] satisfies ReceiptFact] : []),
    ['Date', formatDate(receivedOn)],
    ...(registrationId && student.length > 0
      ? [['Balance', balanceText(await readBalance(ctx, registrationId))] satisfies ReceiptFact]
      : []),
  ];
}

export async function receiptFile(ctx: Reader, payment: FeePaymentRow, { site, publicUrl }: ReceiptPlace) {
  const { receiptNumber, receiptCode, createdAt, isTest } = payment;
  const content = await receiptPdf({
    heading: 'Fee receipt',
    ending: 'Thank you. Please keep this receipt.',
    institute: site.institute,
    facts: await receiptFacts(ctx, payment),
    banner: isTest ? 'Test mode: no money moved.' : undefined,
    number: receiptNumber ?? '',
    issuedAt: createdAt,
    proofUrl: `${publicUrl}/receipts/${receiptCode}`,
  });
  return { filename: `${receiptNumber}.pdf`, contentType: 'application/pdf', content };
}

export async function counterReceiptFacts(ctx: Reader, payment: FeePaymentRow): Promise<ReceiptFact[]> {
  const { cancellationNumber, receiptNumber, registrationId, amount, cancelledAt, reason } = payment;
  return [
    ['Counter-receipt', cancellationNumber ?? ''],
    ['Cancels receipt', receiptNumber ?? ''],
    ...(await studentFacts(ctx, registrationId)),
    ['Amount', formatMoney('UGX', amount)],
    ['Cancelled on', formatDate(cancelledAt?.toISOString() ?? '')],
    ...(reason ? [['Reason', reason] satisfies ReceiptFact] : []),
  ];
}

export async function counterReceiptFile(ctx: Reader, payment: FeePaymentRow, { site }: ReceiptPlace) {
  const { cancellationNumber, receiptNumber, cancelledAt, createdAt } = payment;
  const content = await receiptPdf({
    heading: 'Counter-receipt',
    ending: `The receipt ${receiptNumber} counts no more.`,
    institute: site.institute,
    facts: await counterReceiptFacts(ctx, payment),
    banner: undefined,
    number: cancellationNumber ?? '',
    issuedAt: cancelledAt ?? createdAt,
  });
  return { filename: `${cancellationNumber}.pdf`, contentType: 'application/pdf', content };
}
