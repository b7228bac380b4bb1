import * as z from 'zod';
import { email, nullable, oneLineText, personName, phone, text, withId } from '../../fields/fields.ts';
import { currencies, currencyCodes, describeOverMaximum } from '../../words/money.ts';
import { examplePhone } from '../../words/place.ts';
import { anyone, idempotencyHeaders, publicForm, type RouteRules, requireScope, wrapData } from '../calls.ts';
import { longListNote, syncQuery, wrapCursorPage } from '../lists.ts';
import {
  donationLimits,
  donationStatuses,
  officeMethods,
  onlineGivingStates,
} from './donations.constants.ts';
import { receivedDay } from './fees.ts';

const sampleDonor = { name: 'Ann Example', email: 'ann@example.org', phone: examplePhone };
const sampleDonation = { txRef: '1767600000000-x1Y2z3A4b5C6', amount: 5, currency: 'USD' };
const receiptNumber = 'DON-2026-000001';

export const donationInput = z
  .object({
    name: personName(donationLimits.name),
    email,
    phone: nullable(phone),
    currency: z.enum(currencyCodes),
    amount: z.int('A whole amount').min(1, 'An amount above 0'),
  })
  .superRefine(({ currency, amount }, ctx) => {
    if (amount > currencies[currency].max)
      ctx.addIssue({ code: 'custom', path: ['amount'], message: describeOverMaximum(currency) });
  })
  .meta({
    id: 'DonationInput',
    examples: [{ ...sampleDonor, currency: sampleDonation.currency, amount: sampleDonation.amount }],
  });
export type DonationInput = z.output<typeof donationInput>;

export const receivedMoney = z.object({
  method: z.enum(officeMethods),
  receivedOn: nullable(receivedDay),
  note: nullable(text(donationLimits.note)),
});
export type ReceivedMoney = z.output<typeof receivedMoney>;

/** A donation that did not come through this site. It has no maximum, and its email address is optional. */
export const receivedDonation = receivedMoney.extend({
  name: oneLineText(donationLimits.name),
  email: nullable(email),
  phone: nullable(phone),
  currency: z.enum(currencyCodes),
  amount: z.int('A whole amount').min(1, 'An amount above 0').max(donationLimits.amount),
});
export type ReceivedDonation = z.output<typeof receivedDonation>;

/** `reason` is printed on the counter-receipt. */
export const cancellation = z.object({ reason: oneLineText(donationLimits.reason) });

export const correctedDonation = receivedDonation.extend(cancellation.shape);

const donationFields = {
  txRef: z.string(),
  status: z.enum(donationStatuses),
  amount: z.number(),
  currency: z.enum(currencyCodes),
  /** True for a payment in the sandbox, with which no money moves. */
  isTest: z.boolean(),
};

/** A pending donation, with the data that the provider's checkout needs. */
export const donation = z
  .object({
    id: z.int(),
    ...donationFields,
    publicKey: z.string(),
    checkoutScriptUrl: z.string(),
    paymentOptions: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'Donation',
    examples: [
      {
        ...sampleDonation,
        status: 'pending',
        publicKey: 'FLWPUBK-example',
        checkoutScriptUrl: 'https://checkout.flutterwave.com/v3.js',
        paymentOptions: 'card,mobilemoneyuganda',
      },
    ],
  });
export type Donation = z.infer<typeof donation>;

export const donationState = z
  .object({
    id: z.int(),
    ...donationFields,
    name: z.string(),
    /** True when the provider reports another amount, currency or reference. */
    needsReview: z.boolean(),
    receiptNumber: z.string().nullable(),
    paidAt: z.iso.datetime().nullable(),
    receiptEmail: z.enum(['queued', 'sent']).nullable().meta({
      description:
        'Whether the email with the receipt has left. Null when there is none, or it could not be sent',
    }),
  })
  .meta({
    id: 'DonationState',
    examples: [
      {
        ...sampleDonation,
        status: 'successful',
        name: sampleDonor.name,
        receiptNumber,
        receiptEmail: 'sent',
      },
    ],
  });
export type DonationState = z.infer<typeof donationState>;

/**
 * Public proof that a receipt is genuine. It does not name the donor, and names a student by first name and initial
 * only.
 */
export const receiptProof = z
  .object({
    number: z.string(),
    amount: z.number(),
    currency: z.enum(currencyCodes),
    paidAt: z.iso.datetime(),
    isTest: z.boolean(),
    isCancelled: z.boolean(),
    fullNames: z
      .array(z.string())
      .meta({ description: 'Names that the paper lacks letters of', examples: [['李小龙']] }),
    holder: z
      .string()
      .optional()
      .meta({ description: 'Of fees: first name and initial of the student', examples: ['Ann E.'] }),
    program: z
      .string()
      .optional()
      .meta({ description: 'Of fees: the program of the student', examples: ['Tailoring'] }),
    left: z
      .int()
      .optional()
      .meta({ description: 'Of fees: what has not moved to another person', examples: [250_000] }),
    isMoved: z.boolean().optional().meta({ description: 'Of fees: all of it has moved to another person' }),
    movedFrom: z
      .string()
      .optional()
      .meta({ description: 'Of fees: the receipts whose money it was', examples: ['FEE-2027-000012'] }),
  })
  .meta({ id: 'ReceiptProof', examples: [{ ...sampleDonation, number: receiptNumber }] });
export type ReceiptProof = z.infer<typeof receiptProof>;

export const donationRecord = withId({
  ...donationFields,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  receipt: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
}).meta({
  id: 'DonationRecord',
  examples: [{ ...sampleDonor, ...sampleDonation, status: 'successful', receipt: receiptNumber }],
});

export const donationQuery = syncQuery(['id', 'createdAt', 'updatedAt', 'name', 'amount'], {
  status: z.enum(donationStatuses).optional().meta({ description: 'Only those in this state' }),
  currency: z.enum(currencyCodes).optional().meta({ description: 'Only donations in this currency' }),
});
export type DonationsQuery = z.output<typeof donationQuery>;

const txRefParams = z.object({
  txRef: z
    .string()
    .max(100)
    .meta({ description: 'Reference of the donation', examples: [sampleDonation.txRef] }),
});
const receiptCodeParams = z.object({
  code: z
    .string()
    .max(100)
    .meta({
      description:
        'Receipt code: 26 digits and letters in the receipt’s address; receipts of earlier versions have twelve',
      examples: ['7KQ2M9XHT4WZB6RN3DVF8PJCEY'],
    }),
});

export const donationRoutes = {
  list: {
    method: 'GET',
    path: '/donations',
    query: donationQuery,
    responses: { 200: wrapCursorPage(donationRecord) },
    summary: 'List donations',
    description: `Newest first. For a copy that stays up to date, use \`cursor\` and \`updatedSince\`. ${longListNote}`,
    metadata: requireScope('donations:read'),
  },
  get: {
    method: 'GET',
    path: '/donations/:txRef',
    pathParams: txRefParams,
    responses: { 200: wrapData(donationRecord) },
    summary: 'Get one donation',
    description: 'With the donor’s name and address.',
    metadata: requireScope('donations:read'),
  },
  online: {
    method: 'GET',
    path: '/donations/online',
    responses: {
      200: wrapData(z.object({ state: z.enum(onlineGivingStates).meta({ examples: ['open'] }) })),
    },
    summary: 'Whether donations are taken online',
    description: '`test`: through a sandbox that moves no money.',
    metadata: anyone,
  },
  create: {
    method: 'POST',
    path: '/donations',
    headers: idempotencyHeaders,
    body: donationInput,
    responses: { 201: wrapData(donation) },
    summary: 'Start a donation',
    description:
      'Answers what the payment provider’s checkout needs. Nothing is paid yet. 404 while the office has closed donations.',
    metadata: { ...publicForm, mayMiss: true } satisfies RouteRules,
  },
  verify: {
    method: 'POST',
    path: '/donations/:txRef/verify',
    pathParams: txRefParams,
    body: z.unknown(),
    responses: { 200: wrapData(donationState) },
    summary: 'Ask the payment provider what became of a donation',
    description: 'Without a body. A paid donation is not asked about again.',
    metadata: { ...anyone, limit: 'payment check' },
  },
  receipt: {
    method: 'GET',
    path: '/donations/receipts/:code',
    pathParams: receiptCodeParams,
    responses: { 200: wrapData(receiptProof) },
    summary: 'Number, amount and date of a receipt, for whoever holds it',
    description:
      'A receipt of fees has the first name and initial of the student, and the program. Otherwise it names nobody but those whose names the paper could not print whole. An address has 30 wrong tries in 15 minutes.',
    metadata: anyone,
  },
  webhook: {
    method: 'POST',
    path: '/donations/webhook',
    headers: idempotencyHeaders.extend({
      'verif-hash': z
        .string()
        .optional()
        .meta({ description: 'The secret that the site shares with the payment provider' }),
    }),
    body: z
      .unknown()
      .meta({ examples: [{ event: 'charge.completed', data: { tx_ref: sampleDonation.txRef } }] }),
    responses: { 200: wrapData(z.object({ received: z.literal(true) })) },
    summary: 'Notice of the payment provider',
    description: 'In the payment provider’s own shape. It is a hint only: the provider is asked.',
    metadata: anyone,
  },
} as const;
