import { type FeeMethod, feeMethods, feeMethodWords } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { examplePhone } from '@institute/contract/place';
import { needs } from '@institute/contract/rights.constants';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as z from 'zod';
import { type EmailContext, readInstituteName } from '../../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../../messaging/message-kind.ts';
import {
  TEST_MODE_BANNER,
  writeCounterReceiptEmail,
} from '../../../platform/numbered-documents/receipt-file.service.ts';
import { FeeMovementEntity, FeePartEntity } from './fee-ledger.entity.ts';
import { findFeeLine } from './fee-line.service.ts';
import { makeFeeReceipt, mayPrintId, readCancelledReceipt } from './fee-receipt.ts';

const receiptDataSchema = z.object({
  partId: z.number(),
  reference: z.string(),
  amount: z.number(),
  /** Balance when the message was queued: "UGX 750,000" or "Credit UGX 20,000". */
  balance: z.string(),
});

async function readLine({ em }: Pick<EmailContext, 'em'>, part: Parameters<typeof findFeeLine>[1]) {
  const line = await findFeeLine({ em }, part);
  if (!line) throw new Error(`There is no payment ${part.id}`);
  return line;
}

export const feeReceiptMessage = declareMessageKind({
  kind: 'fee-receipt',
  to: 'applicants',
  limit: 'ours',
  readBy: needs.fees,
  untilCancelled: 'receiptNumber',
  written: [],
  /** `partId` of a test is the id of the online payment. */
  data: receiptDataSchema.extend({
    receiptNumber: z.string(),
    isTest: z.boolean().optional(),
    /** Missing in messages of earlier versions. */
    method: z.enum(feeMethods).optional(),
    /** Null when no transaction ID was typed. */
    operatorId: z.string().nullish(),
    /** Numbers of the receipts from which the money moved. */
    movedFrom: z.string().nullish(),
  }),
  sample: async (em) => ({
    ...(await makeSampleReceiptData(em)),
    receiptNumber: SAMPLE_NUMBER,
    method: 'mtn' as const,
    operatorId: 'MP270220.1200.A12345',
  }),
  email: async ({ partId: id, receiptNumber, amount, isTest, movedFrom }, { em, site, publicUrl }) => {
    const line = await readLine({ em }, { id, isTest });
    // The mailer may have claimed the email just before the cancellation: the error prevents its sending
    if (line.state !== 'received') throw new Error(`The receipt ${receiptNumber} is ${line.state}`);
    const { facts, file } = await makeFeeReceipt({ em }, line, { site, publicUrl });
    const amountText = formatLocalMoney(amount);
    const receivedOrMovedText = movedFrom
      ? `The money of receipt ${movedFrom} has moved to your account of fees.`
      : 'We have received your payment.';
    return {
      subject: movedFrom
        ? `${amountText} moved to your account of fees: receipt ${receiptNumber}`
        : `We have received ${amountText}: receipt ${receiptNumber}`,
      heading: `Receipt ${receiptNumber}`,
      paragraphs: [...(isTest ? [TEST_MODE_BANNER] : []), `${receivedOrMovedText} The receipt is attached.`],
      facts,
      ending: 'If the amount is not what you paid, please tell us at once.',
      attachments: [file],
    };
  },
  sms: {
    words: ({ amount, reference, receiptNumber, balance, movedFrom, ...way }) =>
      `${movedFrom ? `${formatLocalMoney(amount)} of ${movedFrom} moved to` : `We received ${formatLocalMoney(amount)}${describePaymentWay(way)} for`} ${reference}. Receipt ${receiptNumber}. Balance: ${balance}`,
  },
});

/** Longest transaction ID with which the longest text is still one SMS. */
const MAX_SMS_ID_LENGTH = 24;

/** Says the method, such as " by MTN, MP270220.1200", so that a payer of cash notices a wrong one. */
function describePaymentWay({
  method,
  operatorId,
}: {
  method?: FeeMethod | undefined;
  operatorId?: string | null | undefined;
}) {
  if (!method) return '';
  if (operatorId && !mayPrintId(operatorId)) return ` ${feeMethodWords[method]}`;
  const shortId =
    operatorId && operatorId.length > MAX_SMS_ID_LENGTH
      ? `${operatorId.slice(0, MAX_SMS_ID_LENGTH - 2)}..`
      : operatorId;
  return ` ${[feeMethodWords[method], shortId].filter(Boolean).join(', ')}`;
}

export const feeCancelledMessage = declareMessageKind({
  kind: 'fee-cancelled',
  to: 'applicants',
  limit: 'ours',
  readBy: needs.fees,
  written: [],
  /** `receiptNumber` is empty for money that moved from another account. */
  data: receiptDataSchema.extend({ receiptNumber: z.string(), cancellationNumber: z.string() }),
  sample: async (em) => {
    const sampleReceiptData = await makeSampleReceiptData(em);
    const { movementId } = await em.findOneOrFail(FeePartEntity, sampleReceiptData.partId);
    em.create(FeeMovementEntity, {
      kind: 'counter',
      method: 'mtn',
      amount: -sampleReceiptData.amount,
      receivedOn: '2027-02-20',
      recordedAt: new Date('2027-02-20T10:00:00Z'),
      number: 'CAN-2027-sample',
      reason: 'The amount was typed with a zero too many.',
      counters: movementId,
    });
    await em.flush();
    return { ...sampleReceiptData, receiptNumber: SAMPLE_NUMBER, cancellationNumber: 'CAN-2027-sample' };
  },
  email: async ({ partId: id, receiptNumber }, { em, site }) =>
    writeCounterReceiptEmail(await readCancelledReceipt({ em }, await readLine({ em }, { id })), {
      site,
      paragraphs: [
        `${nameReceiptOrPayment(receiptNumber)} of ${readInstituteName(site)} was wrong and is no longer valid.`,
        'The counter-receipt is attached.',
      ],
    }),
  sms: {
    words: ({ reference, amount, receiptNumber, cancellationNumber, balance }) =>
      `${nameReceiptOrPayment(receiptNumber)} of ${formatLocalMoney(amount)} for ${reference} is cancelled: ${cancellationNumber}. Balance: ${balance}`,
  },
});

const nameReceiptOrPayment = (number: string): string => (number ? `Receipt ${number}` : 'A payment');

/** Tells of a refund, or of money that moved between accounts. */
export const feeChangeMessage = declareMessageKind({
  kind: 'fee-change',
  to: 'applicants',
  limit: 'ours',
  readBy: needs.fees,
  untilCancelled: 'partId',
  written: [],
  /** Only a refund has `number`. `isPast`: the money had left this account earlier. */
  data: receiptDataSchema.extend({
    number: z.string().optional(),
    isHere: z.boolean().optional(),
    isPast: z.boolean().optional(),
  }),
  sample: async (em) => ({ ...(await makeSampleReceiptData(em)), isHere: true }),
  email: async ({ partId: id, reference, balance, ...data }, { em, site, publicUrl }) => {
    const line = await readLine({ em }, { id });
    const { file } = await makeFeeReceipt({ em }, line, { site, publicUrl });
    return {
      subject: describeMoneyChange(data),
      heading: describeMoneyChange(data),
      paragraphs: [`This is about ${reference} at ${readInstituteName(site)}.`],
      facts: [
        ['Reference', reference],
        ['Balance', balance],
      ],
      ending: 'If you did not expect this, please tell us at once.',
      attachments: data.number ? [file] : [],
    };
  },
  sms: {
    words: ({ reference, balance, ...data }) =>
      `${describeMoneyChange(data)} (${reference}). Balance: ${balance}`,
  },
});

interface FeeMoneyChange {
  amount: number;
  number?: string | undefined;
  isHere?: boolean | undefined;
  isPast?: boolean | undefined;
}

function describeMoneyChange({ amount, number, isHere, isPast }: FeeMoneyChange): string {
  const sum = formatLocalMoney(amount);
  if (number) return `We have paid back ${sum} of your fees: ${number}`;
  if (isPast) return `${sum} that had left your account of fees moved on`;
  return isHere ? `${sum} moved to your account of fees` : `${sum} moved away from your account of fees`;
}

/** Word for the account in "UGX 50,000 that you paid is on another account of fees now". */
const movedToSchema = z.enum(['no', 'an', 'another']);
export type MovedTo = z.infer<typeof movedToSchema>;

export const feeUnassignedMessage = declareMessageKind({
  kind: 'fee-unassigned',
  to: 'applicants',
  limit: 'ours',
  readBy: needs.fees,
  written: [],
  /** `number` is that of the counter-entry when the payment was cancelled. `nowOn` says where moved money is. */
  data: z.object({
    amount: z.number(),
    phone: z.string(),
    number: z.string().optional(),
    nowOn: movedToSchema.nullish(),
  }),
  sample: { amount: 50_000, phone: examplePhone },
  sms: {
    words: ({ amount, phone, number, nowOn: to }) =>
      number || to
        ? `${describePaidMoney(amount, number, to)}.${phone && ` Questions? ${phone}`}`
        : `We received ${formatLocalMoney(amount)} from you, but do not know for whom. Please tell us the student's reference${phone && `: ${phone}`}`,
  },
});

const describePaidMoney = (
  amount: number,
  number: string | undefined,
  to: MovedTo | null | undefined,
): string =>
  to
    ? `${formatLocalMoney(amount)} that you paid is on ${to} account of fees now`
    : `Your payment of ${formatLocalMoney(amount)} is cancelled in our books: ${number}`;

const SAMPLE_NUMBER = 'FEE-2027-sample';

async function makeSampleReceiptData(em: EntityManager): Promise<z.infer<typeof receiptDataSchema>> {
  const sampleMovement = em.create(FeeMovementEntity, {
    kind: 'payment',
    payerName: 'Łukasz Ŋŋ Müller',
    method: 'mtn',
    operatorId: 'sample',
    amount: 250_000,
    receivedOn: '2027-02-20',
  });
  await em.flush();
  const samplePart = em.create(FeePartEntity, {
    movementId: sampleMovement.id,
    registrationId: 0,
    amount: 250_000,
    receiptNumber: SAMPLE_NUMBER,
    receiptCode: '7KQ2M9XHT4WZB6RN3DVF8PJCEY',
  });
  await em.flush();
  return {
    partId: samplePart.id,
    reference: 'REG-2027-000123',
    amount: 250_000,
    balance: formatLocalMoney(750_000),
  };
}
