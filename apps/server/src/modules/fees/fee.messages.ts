import { formatMoney } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as z from 'zod';
import type { EmailContext } from '../../messaging/email/email.ts';
import { messageKind } from '../../messaging/message-kind.ts';
import { counterReceiptEmail, NO_MONEY } from '../proofs/receipt-file.service.ts';
import { FeePaymentEntity, type FeePaymentRow } from './fee-payment.entity.ts';
import { makeReceipt, readCancelled } from './fee-receipt.ts';

const data = z.object({
  paymentId: z.number(),
  reference: z.string(),
  amount: z.number(),
  receiptNumber: z.string(),
  /** "UGX 750,000" or "Credit UGX 20,000", when it was queued. */
  balance: z.string(),
  cancellationNumber: z.string().optional(),
});

const readPayment = ({ em }: Pick<EmailContext, 'em'>, paymentId: number) =>
  em.findOneOrFail(FeePaymentEntity, paymentId, { disableIdentityMap: true });

export const feeReceipt = messageKind({
  kind: 'fee-receipt',
  to: 'applicants',
  limit: 'ours',
  data,
  sample: (em) => sampleData(em, {}),
  email: async ({ paymentId, receiptNumber, amount }, { em, site, publicUrl }) => {
    const payment = await readPayment({ em }, paymentId);
    // The mailer may have claimed the email just before the cancellation
    if (payment.state !== 'received') throw new Error(`The receipt ${receiptNumber} is ${payment.state}`);
    const { facts, file } = await makeReceipt({ em }, payment, { site, publicUrl });
    return {
      subject: `We have received ${formatMoney('UGX', amount)}: receipt ${receiptNumber}`,
      heading: `Receipt ${receiptNumber}`,
      paragraphs: [
        ...(payment.isTest ? [NO_MONEY] : []),
        `${site.institute.name} has received your payment. The receipt is attached.`,
      ],
      facts,
      ending: 'If the amount is not what you paid, please tell us at once.',
      attachments: [file],
    };
  },
  sms: {
    words: ({ amount, reference, receiptNumber, balance }) =>
      `We received ${formatMoney('UGX', amount)} for ${reference}. Receipt ${receiptNumber}. Balance: ${balance}`,
  },
});

export const feeCancelled = messageKind({
  kind: 'fee-cancelled',
  to: 'applicants',
  limit: 'ours',
  data,
  sample: (em) =>
    sampleData(em, {
      state: 'cancelled',
      cancellationNumber: 'CAN-2027-sample',
      cancelledAt: new Date('2027-02-20T10:00:00Z'),
      reason: 'The amount was typed with a zero too many.',
    }),
  email: async ({ paymentId, receiptNumber }, { em, site }) =>
    counterReceiptEmail(await readCancelled({ em }, await readPayment({ em }, paymentId)), {
      site,
      paragraphs: [
        `The receipt ${receiptNumber} of ${site.institute.name} was wrong and counts no more.`,
        'The counter-receipt is attached.',
      ],
    }),
  sms: {
    words: ({ reference, receiptNumber, cancellationNumber, balance }) =>
      `Receipt ${receiptNumber} for ${reference} is cancelled: ${cancellationNumber}. Balance: ${balance}`,
  },
});

export const feeReminder = messageKind({
  kind: 'fee-reminder',
  to: 'applicants',
  limit: 'ours',
  onlyWhile: ['accepted', 'completed'],
  data: z.object({
    firstName: z.string(),
    reference: z.string(),
    payCode: z.string(),
    amount: z.number(),
    dueOn: z.string(),
    isOverdue: z.boolean(),
    balance: z.string(),
  }),
  sample: {
    firstName: 'Amina',
    reference: 'REG-2027-000123',
    payCode: '1236',
    amount: 250_000,
    dueOn: '2027-02-01',
    isOverdue: false,
    balance: 'UGX 750,000',
  },
  email: ({ firstName, reference, payCode, amount, dueOn, isOverdue, balance }, { publicUrl }) => ({
    subject: `${formatMoney('UGX', amount)} of your fees ${dueWords({ dueOn, isOverdue })}`,
    heading: `Hello ${firstName}`,
    paragraphs: ['If you have paid in the last days, thank you: please take no notice of this.'],
    facts: [
      [isOverdue ? 'Overdue' : 'Due', formatMoney('UGX', amount)],
      [isOverdue ? 'Since' : 'On', formatDate(dueOn)],
      ['Balance', balance],
      ['Reference', reference],
      ['Pay code', payCode],
    ],
    action: { label: 'See the fees and pay', url: `${publicUrl}/fees` },
  }),
  sms: {
    words: ({ payCode, amount, dueOn, isOverdue, balance }) =>
      `${formatMoney('UGX', amount)} of your fees ${dueWords({ dueOn, isOverdue })}. Balance: ${balance}. Pay code ${payCode}`,
  },
});

const dueWords = ({ dueOn, isOverdue }: { dueOn: string; isOverdue: boolean }): string =>
  `${isOverdue ? 'was' : 'is'} due on ${formatDate(dueOn)}`;

async function sampleData(em: EntityManager, other: Partial<FeePaymentRow>): Promise<z.infer<typeof data>> {
  const receiptNumber = 'FEE-2027-sample';
  const payment = em.create(FeePaymentEntity, {
    registrationId: null,
    payerName: 'Łukasz Ŋŋ Müller',
    method: 'mtn',
    operatorId: 'sample',
    amount: 250_000,
    state: 'received',
    receivedOn: '2027-02-20',
    receiptNumber,
    receiptCode: '7KQ2M9XHT4WZB6RN3DVF8PJCEY',
    ...other,
  });
  await em.flush();
  const { cancellationNumber } = payment;
  return {
    paymentId: payment.id,
    reference: 'REG-2027-000123',
    amount: 250_000,
    receiptNumber,
    balance: 'UGX 750,000',
    ...(cancellationNumber && { cancellationNumber }),
  };
}
