import * as z from 'zod';
import { anyone, bearer, data, idempotency, publicForm } from './calls.ts';
import {
  donationLimits,
  donationStatuses,
  officeMethods,
  onlineGivingStates,
} from './donations.constants.ts';
import { email, line, nullable, personName, phone, stored, text } from './fields.ts';
import { cursorMeta, listQuery, refuseWithCursor, syncParameters } from './lists.ts';
import { currencies, currencyCodes, overMaximum } from './money.ts';
import { kampalaDay } from './time.ts';

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
      ctx.addIssue({ code: 'custom', path: ['amount'], message: overMaximum(currency) });
  });
export type DonationInput = z.output<typeof donationInput>;

/** Method, day and note of a donation that the office received. Without a day it was received today. */
export const arrival = z.object({
  method: z.enum(officeMethods),
  receivedOn: nullable(
    z.iso
      .date('A date such as 2026-02-28')
      .refine((day) => day >= donationLimits.firstDay, `Not before ${donationLimits.firstDay}`)
      .refine((day) => day <= kampalaDay(new Date()), 'This date is in the future'),
  ),
  note: nullable(text(donationLimits.note)),
});

/** A donation that came outside this site: no maximum, and the email address is optional. */
export const receivedDonation = arrival.extend({
  name: line(donationLimits.name),
  email: nullable(email),
  phone: nullable(phone),
  currency: z.enum(currencyCodes),
  amount: z.int('A whole amount').min(1, 'An amount above 0').max(donationLimits.amount),
});

/** Why a donation is cancelled. It is printed on the counter-receipt. */
export const cancellation = z.object({ reason: line(donationLimits.reason) });

/** What a wrong donation should have been, and why. */
export const correctedDonation = receivedDonation.extend(cancellation.shape);

/** A pending donation, with the data for the provider's checkout. */
export const donation = z
  .object({
    id: z.int(),
    txRef: z.string(),
    amount: z.number(),
    currency: z.enum(currencyCodes),
    status: z.enum(donationStatuses),
    publicKey: z.string(),
    checkoutScriptUrl: z.string(),
    paymentOptions: z.string(),
    isTest: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Donation' });
export type Donation = z.infer<typeof donation>;

export const donationState = z
  .object({
    txRef: z.string(),
    status: z.enum(donationStatuses),
    amount: z.number(),
    currency: z.enum(currencyCodes),
    name: z.string(),
    /** No money moved. */
    isTest: z.boolean(),
    /** The provider reports another amount, currency or reference. The office looks into it. */
    needsReview: z.boolean(),
    /** Null until it is paid. */
    receiptNumber: z.string().nullable(),
    paidAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DonationState' });
export type DonationState = z.infer<typeof donationState>;

/** What the short address of a receipt confirms. It does not name the donor. */
export const receiptProof = z
  .object({
    number: z.string(),
    amount: z.number(),
    currency: z.enum(currencyCodes),
    paidAt: z.iso.datetime(),
    isTest: z.boolean(),
    isCancelled: z.boolean(),
  })
  .meta({ id: 'ReceiptProof' });
export type ReceiptProof = z.infer<typeof receiptProof>;

/** A donation as the office sees it. */
export const donationRecord = stored({
  txRef: z.string(),
  status: z.enum(donationStatuses),
  amount: z.number(),
  currency: z.enum(currencyCodes),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** No money moved. */
  isTest: z.boolean(),
  /** Number of the receipt. Null until it is paid. */
  receipt: z.string().nullable(),
  paidAt: z.iso.datetime().nullable(),
}).meta({ id: 'DonationRecord' });
export type DonationRecord = z.infer<typeof donationRecord>;

const { limit, offset, q, sort } = listQuery(['id', 'createdAt', 'updatedAt', 'name', 'amount'], []).shape;

const donationQuery = z
  .object({
    ...{ limit, offset: offset.unwrap().optional(), q, sort },
    status: z.enum(donationStatuses).optional(),
    currency: z.enum(currencyCodes).optional(),
    ...syncParameters,
  })
  .superRefine(refuseWithCursor);

const byTxRef = z.object({ txRef: z.string().max(100) });

export const donationRoutes = {
  list: {
    method: 'GET',
    path: '/donations',
    query: donationQuery,
    responses: { 200: z.object({ data: z.array(donationRecord), meta: cursorMeta }) },
    summary: 'List donations',
    metadata: bearer('donations:read'),
  },
  get: {
    method: 'GET',
    path: '/donations/:txRef',
    pathParams: byTxRef,
    responses: { 200: data(donationRecord) },
    summary: 'Get one donation',
    metadata: bearer('donations:read'),
  },
  online: {
    method: 'GET',
    path: '/donations/online',
    responses: { 200: data(z.object({ state: z.enum(onlineGivingStates) })) },
    summary: 'Whether donations are taken online',
    metadata: anyone,
  },
  create: {
    method: 'POST',
    path: '/donations',
    headers: idempotency,
    body: donationInput,
    responses: { 201: data(donation) },
    summary: 'Start a donation',
    metadata: publicForm,
  },
  verify: {
    method: 'POST',
    path: '/donations/:txRef/verify',
    pathParams: byTxRef,
    body: z.unknown(),
    responses: { 200: data(donationState) },
    summary: 'Ask the payment provider what became of a donation',
    metadata: { ...anyone, limit: 'payment check' },
  },
  receipt: {
    method: 'GET',
    path: '/donations/receipts/:code',
    pathParams: z.object({ code: z.string().max(100) }),
    responses: { 200: data(receiptProof) },
    summary: 'Number, amount and date of a receipt, for whoever holds it',
    metadata: anyone,
  },
  webhook: {
    method: 'POST',
    path: '/donations/webhook',
    headers: idempotency.extend({ 'verif-hash': z.string().optional() }),
    body: z.unknown(),
    responses: { 200: data(z.object({ received: z.literal(true) })) },
    summary: 'Notice of the payment provider',
    metadata: anyone,
  },
} as const;
