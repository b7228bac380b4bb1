import * as z from 'zod';
import { type DayBounds, limitToPast, plannedDays } from '../../fields/day-bounds.ts';
import { findDayFault } from '../../fields/day-faults.ts';
import {
  codeLine,
  day,
  nullable,
  oneLineText,
  optionalText,
  pathId,
  phone,
  reference,
} from '../../fields/fields.ts';
import { examplePhone, place } from '../../words/place.ts';
import { toLocalDay } from '../../words/time.ts';
import { anyone, idempotencyHeaders, type RouteRules, requireScope, wrapData } from '../calls.ts';
import { pageParameters, searchText, sortBy } from '../lists.ts';
import { donationLimits, onlineGivingStates } from './donations.constants.ts';
import {
  accountColumns,
  accountStates,
  chargeKinds,
  describePayCodeMistake,
  describeShortenedId,
  type FeeMethod,
  feeKinds,
  feeLimits,
  feeMethods,
  feeStates,
  isOperatorIdNeeded,
  isShortenedId,
  officeChargeKinds,
  officeFeeMethods,
  partsSumMessage,
  readPayCode,
  receiptSizes,
  sumAmounts,
  toPlainId,
} from './fees.constants.ts';
import { registrationLimits, registrationStatuses, tooManyChosenMessage } from './registrations.constants.ts';

const makeDayField = (bounds: () => DayBounds) =>
  day.superRefine((value, { addIssue }) => {
    const dayFault = findDayFault(value, bounds());
    if (dayFault) addIssue({ code: 'custom', message: dayFault });
  });
/** A day on which money was received or cash was counted. */
export const receivedDay = makeDayField(() => limitToPast(donationLimits.firstDay, toLocalDay(new Date())));
export const wholeAmount = (least: number, fault: string) =>
  z
    .int(`A whole amount in ${place.currency}`)
    .min(least, fault)
    .max(feeLimits.amount, 'This amount is too high');
const amount = wholeAmount(1, 'An amount above 0');
const reason = oneLineText(feeLimits.reason);

export const feeAccountFilter = z.object({
  q: searchText.optional(),
  programId: reference.optional(),
  intakeId: reference.optional(),
  state: z.enum(accountStates).optional(),
  status: z.enum(registrationStatuses).optional(),
  /** Limits all sums to what was recorded, and was due, by the end of this day in Kampala. */
  asOf: receivedDay.optional(),
});
export type FeeAccountFilter = z.output<typeof feeAccountFilter>;

export const feeAccountQuery = feeAccountFilter.extend({
  ...pageParameters,
  sort: sortBy(accountColumns).optional(),
});
export type FeeAccountQuery = z.output<typeof feeAccountQuery>;

/** Searches all people who may pay, also those who are not accepted yet. */
export const feePeopleQuery = z.object({ q: searchText });
export type FeePeopleQuery = z.output<typeof feePeopleQuery>;

export const chargeInput = z
  .object({
    registrationId: reference,
    kind: z.enum(officeChargeKinds),
    label: oneLineText(feeLimits.label),
    /** Negative only for a discount. */
    amount: wholeAmount(-feeLimits.amount, 'This amount is too high'),
    dueOn: makeDayField(() => plannedDays),
    reason: nullable(reason),
    /** True to charge it although the amount is many times the price of the program. */
    again: z.boolean().optional(),
  })
  .superRefine(({ kind, amount, reason }, { addIssue }) => {
    const addFault = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (kind === 'discount' && amount >= 0) addFault('amount', 'A discount is below 0');
    if (kind !== 'discount' && amount <= 0) addFault('amount', 'An amount above 0');
    if (amount < 0 && !reason) addFault('reason', 'This is required');
  });
export type ChargeInput = z.output<typeof chargeInput>;

export const reversalInput = z.object({ chargeId: reference, reason });
export type ReversalInput = z.output<typeof reversalInput>;

/** Decides whether charges are reversed that were not due when the person left. */
export const leaverDecision = z.object({ registrationId: reference, reverses: z.boolean() });
export type LeaverDecision = z.output<typeof leaverDecision>;

const chosenPeople = z
  .array(reference)
  .min(1, 'Choose at least one')
  .max(registrationLimits.chosen, tooManyChosenMessage);
/** Some people by their ids, or everybody in an intake. */
const manyPeople = z.union([chosenPeople, z.object({ intakeId: reference })]);
export type ManyPeople = z.output<typeof manyPeople>;

export const manyChargesInput = z.object({
  registrations: manyPeople,
  label: oneLineText(feeLimits.label),
  amount,
  dueOn: makeDayField(() => plannedDays),
  /** True to charge it although the amount is many times the price of a program. */
  again: z.boolean().optional(),
});
export type ManyChargesInput = z.output<typeof manyChargesInput>;

/** Reverses the charges that were made with `manyChargesInput`. */
export const manyReversalsInput = manyChargesInput
  .pick({ registrations: true, label: true })
  .extend({ reason });
export type ManyReversalsInput = z.output<typeof manyReversalsInput>;

/** The part of a payment that belongs to one person. */
const paymentPart = z.object({ registrationId: reference, amount });
const feeParts = z.array(paymentPart).superRefine((given, { addIssue }) => {
  const personIds = new Set(given.map(({ registrationId }) => registrationId));
  if (personIds.size < given.length) addIssue({ code: 'custom', message: 'Name each person once' });
});

export const transactionId = codeLine(feeLimits.operatorId)
  .overwrite(toPlainId)
  .refine((id) => !isShortenedId(id), {
    error: ({ input }) => `${describeShortenedId(String(input))}. Copy it from where it came.`,
  });
const transactionShape = {
  amount,
  method: z.enum(officeFeeMethods),
  operatorId: nullable(transactionId),
};
const hasOperator = ({ method, operatorId }: { method: FeeMethod; operatorId?: string | null | undefined }) =>
  !isOperatorIdNeeded(method) || Boolean(operatorId);
const idMissingIssue = { path: ['operatorId'], message: 'This is required' };

export const feePaymentInput = z
  .object({
    /** The parts of the payment. Money above their sum stays unassigned. */
    parts: feeParts.max(feeLimits.parts),
    ...transactionShape,
    bank: nullable(codeLine(feeLimits.bank)),
    receivedOn: receivedDay,
    payerName: nullable(oneLineText(feeLimits.payerName)),
    payerPhone: nullable(phone),
    note: optionalText(feeLimits.note),
    /** True to record it although the same amount is on record for this person and day. */
    again: z.boolean().optional(),
  })
  .refine(hasOperator, idMissingIssue)
  .refine(({ parts, amount }) => sumAmounts(parts) <= amount, { path: ['parts'], message: partsSumMessage });
export type FeePaymentInput = z.output<typeof feePaymentInput>;

export const feeReceiptQuery = z.object({ partId: reference, size: z.enum(receiptSizes).optional() });
export type FeeReceiptQuery = z.output<typeof feeReceiptQuery>;

/** Email of the account that holds the cash. */
const cashBox = nullable(oneLineText(254));
/** `box` is by default the box into which the cash was put. */
export const feeCounterInput = z.object({ movementId: reference, reason, box: cashBox });
export type FeeCounterInput = z.output<typeof feeCounterInput>;
export const feeAssignment = z.object({ movementId: reference, parts: feeParts.min(1).max(feeLimits.parts) });
export type FeeAssignment = z.output<typeof feeAssignment>;

/** Without an amount, all that is left of the part is moved. */
export const feeMoveInput = z.object({
  partId: reference,
  toRegistrationId: reference,
  amount: amount.optional(),
  reason,
});
export type FeeMoveInput = z.output<typeof feeMoveInput>;
export const feeUnassignInput = z.object({ partId: reference, reason });
export type FeeUnassignInput = z.output<typeof feeUnassignInput>;

export const unassignedQuery = z.object(pageParameters);
export type UnassignedQuery = z.output<typeof unassignedQuery>;

export const refundInput = z
  .object({
    registrationId: reference,
    ...transactionShape,
    reason,
    /** By default it is the box of the account that records the refund. */
    box: cashBox,
  })
  .refine(hasOperator, idMissingIssue);
export type RefundInput = z.output<typeof refundInput>;

/** Accepts any text, so that a phone number of the wrong form gets the same answer as an unknown one. */
const typedLine = oneLineText(64);
const payerExample = { reference: 'REG-2027-000123', phone: examplePhone };
const payCodeFault = { error: ({ input }: { input: unknown }) => describePayCodeMistake(String(input)) };
export const feePayer = z
  .object({
    reference: codeLine(64).optional(),
    payCode: codeLine(64)
      .refine((value) => readPayCode(value) !== null, payCodeFault)
      .optional()
      .meta({ description: 'Instead of `reference`; what payers type at an operator' }),
    phone: typedLine,
  })
  .refine(({ reference, payCode }) => (reference === undefined) !== (payCode === undefined), {
    path: ['reference'],
    message: 'Either a reference or a pay code',
  })
  .meta({ id: 'FeePayer', examples: [payerExample] });
export type FeePayer = z.output<typeof feePayer>;

export const onlineFeeInput = feePayer
  .safeExtend({ amount: amount.min(feeLimits.online, `At least ${place.currency} ${feeLimits.online}`) })
  .meta({ id: 'FeePaymentInput', examples: [{ ...payerExample, amount: 250_000 }] });
export type OnlineFeeInput = z.output<typeof onlineFeeInput>;

const receiptExample = { receiptNumber: 'FEE-2027-000045', receiptCode: '7KQ2M9XHT4WZB6RN3DVF8PJCEY' };
const chargeExample = { kind: 'instalment', label: 'First term', amount: 500_000, dueOn: '2027-02-01' };
const paymentExample = {
  ...receiptExample,
  kind: 'payment',
  method: 'mtn',
  amount: 250_000,
  state: 'received',
  receivedOn: '2027-02-01',
  isTest: false,
};
const rowExample = { id: 1, createdAt: '2027-02-01T08:30:00.000Z' };
const accountExample = {
  reference: payerExample.reference,
  payCode: '001238',
  program: 'Tailoring',
  charged: 500_000,
  paid: 250_000,
  balance: 250_000,
  overdue: 0,
  nextDueOn: '2027-02-01',
  nextDueAmount: 250_000,
  charges: [{ ...rowExample, ...chargeExample, reason: null, reverses: null }],
  payments: [{ ...rowExample, ...paymentExample, operatorId: 'MP270201.1200', cancellationNumber: null }],
};

const statementCharge = z.object({
  kind: z.enum(chargeKinds),
  label: z.string(),
  /** Amount in whole UGX, negative for a discount. */
  amount: z.int(),
  dueOn: z.iso.date(),
});
const charge = statementCharge.extend({
  id: z.int(),
  reason: z.string().nullable(),
  /** Id of the charge that this one reverses. */
  reverses: z.int().nullable(),
  createdAt: z.iso.datetime(),
});
const statementPayment = z.object({
  kind: z.enum(feeKinds),
  method: z.enum(feeMethods),
  amount: z.int(),
  state: z.enum(feeStates),
  receivedOn: z.iso.date(),
  /** True for a payment in the sandbox, with which no money moves. */
  isTest: z.boolean(),
  receiptNumber: z.string().nullable(),
  receiptCode: z.string().nullable(),
});
const payment = statementPayment.extend({
  id: z.int(),
  operatorId: z.string().nullable(),
  cancellationNumber: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
const balanceFields = {
  reference: z.string(),
  payCode: z.string(),
  program: z.string().nullable(),
  /** Amounts in whole UGX. A negative balance is a credit. */
  charged: z.int(),
  paid: z.int(),
  balance: z.int(),
  overdue: z.int(),
  nextDueOn: z.iso.date().nullable(),
  nextDueAmount: z.int().nullable(),
};

export const feeAccount = z
  .object({
    registrationId: z.int(),
    name: z.string(),
    ...balanceFields,
    charges: z.array(charge),
    payments: z.array(payment),
  })
  .meta({ id: 'FeeAccount', examples: [{ ...accountExample, name: 'Ann Example' }] });

/** The statement that the payer sees. It names no person. */
export const feeStatement = z
  .object({
    ...balanceFields,
    charges: z.array(statementCharge),
    payments: z.array(statementPayment),
    /** Ways to pay. An empty one is not set up. */
    payTo: z.object({ mtnCode: z.string(), airtelCode: z.string(), bankAccount: z.string() }),
    /** Whether a payment can be started on this site. With `test` no money moves. */
    online: z.enum(onlineGivingStates),
  })
  .meta({
    id: 'FeeStatement',
    examples: [
      {
        ...accountExample,
        charges: [chargeExample],
        payments: [paymentExample],
        payTo: { mtnCode: '123456', airtelCode: '', bankAccount: 'Example Bank, 000 000 000' },
      },
    ],
  });
export type FeeStatement = z.output<typeof feeStatement>;

export const feePaymentState = statementPayment
  .omit({ kind: true, method: true })
  .extend({
    txRef: z.string(),
    currency: z.literal(place.currency),
    /** True when the provider reports another amount, currency or reference. */
    needsReview: z.boolean(),
  })
  .meta({
    id: 'FeePaymentState',
    examples: [
      { ...receiptExample, txRef: '1767600000000-x1Y2z3A4b5C6', amount: 250_000, state: 'received' },
    ],
  });
export type FeePaymentState = z.output<typeof feePaymentState>;

export const feeRoutes = {
  statement: {
    method: 'POST',
    path: '/fees/statements',
    headers: idempotencyHeaders,
    body: feePayer,
    responses: { 200: wrapData(feeStatement) },
    summary: 'What somebody owes and has paid',
    description:
      'For whoever knows the reference or pay code, and the phone of the registration. Ten wrong tries of a network in 15 minutes close a reference or a phone there, 600 close the network. Nothing is stored, so a repeated `Idempotency-Key` gets the sums of today.',
    metadata: { ...anyone, limit: 'payment check', mayMiss: true } satisfies RouteRules,
  },
  pay: {
    method: 'POST',
    path: '/fees/payments',
    headers: idempotencyHeaders,
    body: onlineFeeInput,
    responses: {
      201: wrapData(
        z.object({
          txRef: z.string().meta({ examples: ['1767600000000-x1Y2z3A4b5C6'] }),
          url: z.url().meta({ examples: ['https://checkout.flutterwave.com/v3/hosted/pay/1'] }),
        }),
      ),
    },
    summary: 'Start a payment of fees',
    description: 'Answers the address of the payment provider’s page. Nothing is paid yet.',
    metadata: { ...anyone, limit: 'payment check', mayMiss: true } satisfies RouteRules,
  },
  payment: {
    method: 'GET',
    path: '/fees/payments/:txRef',
    pathParams: z.object({
      txRef: z
        .string()
        .max(100)
        .meta({ description: 'Reference of the payment', examples: ['1767600000000-x1Y2z3A4b5C6'] }),
    }),
    responses: { 200: wrapData(feePaymentState) },
    summary: 'What became of a payment of fees',
    description: 'Asks the payment provider while it is pending.',
    metadata: { ...anyone, limit: 'payment check' } satisfies RouteRules,
  },
  account: {
    method: 'GET',
    path: '/registrations/:id/fees',
    pathParams: pathId,
    responses: { 200: wrapData(feeAccount) },
    summary: 'The account of fees of a registration',
    description: 'Needs an account, or the key of an account, that may keep fees.',
    metadata: requireScope('fees:read'),
  },
} as const;
