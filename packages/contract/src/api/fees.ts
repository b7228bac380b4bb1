import * as z from 'zod';
import { pastDays, plannedDays } from '../fields/day-bounds.ts';
import { dayFault } from '../fields/day-faults.ts';
import { day, line, nullable, optionalText, phone, reference } from '../fields/fields.ts';
import { kampalaDay } from '../words/time.ts';
import {
  accountColumns,
  accountStates,
  feeLimits,
  needsOperatorId,
  officeChargeKinds,
  officeFeeMethods,
} from './fees.constants.ts';
import { pageParameters, searchText, sortBy } from './lists.ts';
import { dayRangeFault } from './registrations.constants.ts';

const dayWithin = (bounds: () => Parameters<typeof dayFault>[1]) =>
  day.superRefine((value, { addIssue }) => {
    const message = dayFault(value, bounds());
    if (message) addIssue({ code: 'custom', message });
  });
const amount = z
  .int('A whole amount in UGX')
  .min(1, 'An amount above 0')
  .max(feeLimits.amount, 'This amount is too high');
const reason = line(feeLimits.reason);

export const feeAccountFilter = z.object({
  q: searchText.optional(),
  programId: reference.optional(),
  intakeId: reference.optional(),
  state: z.enum(accountStates).optional(),
});
export type FeeAccountFilter = z.output<typeof feeAccountFilter>;

export const feeAccountQuery = feeAccountFilter.extend({
  ...pageParameters,
  sort: sortBy(accountColumns).optional(),
});
export type FeeAccountQuery = z.output<typeof feeAccountQuery>;

export const chargeInput = z
  .object({
    registrationId: reference,
    kind: z.enum(officeChargeKinds),
    label: line(feeLimits.label),
    /** Negative for a discount. */
    amount: z
      .int('A whole amount in UGX')
      .min(-feeLimits.amount, 'This amount is too high')
      .max(feeLimits.amount, 'This amount is too high'),
    dueOn: dayWithin(() => plannedDays),
    reason: nullable(reason),
  })
  .superRefine(({ kind, amount, reason }, { addIssue }) => {
    const addFault = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (kind === 'discount' && amount >= 0) addFault('amount', 'A discount is below 0');
    if (kind !== 'discount' && amount <= 0) addFault('amount', 'An amount above 0');
    if (amount < 0 && !reason) addFault('reason', 'This is required');
  });
export type ChargeInput = z.output<typeof chargeInput>;

export const reversalInput = z.object({ chargeId: reference, reason });

export const feePaymentInput = z
  .object({
    registrationId: reference.nullable(),
    amount,
    method: z.enum(officeFeeMethods),
    operatorId: nullable(line(feeLimits.operatorId)),
    receivedOn: dayWithin(() => pastDays('2000-01-01', kampalaDay(new Date()))),
    payerName: nullable(line(feeLimits.payerName)),
    payerPhone: nullable(phone),
    note: optionalText(feeLimits.note),
    /** Records it although the same amount was recorded for this person and day. */
    again: z.boolean().optional(),
  })
  .superRefine(({ method, operatorId }, { addIssue }) => {
    if (needsOperatorId(method) && !operatorId)
      addIssue({ code: 'custom', path: ['operatorId'], message: 'This is required' });
  });
export type FeePaymentInput = z.output<typeof feePaymentInput>;

export const feeCancellation = z.object({ paymentId: reference, reason });
export const feeAssignment = z.object({ paymentId: reference, registrationId: reference });

/** Without a state: money that is nobody's yet. */
export const unmatchedQuery = z.object({ ...pageParameters, state: z.literal('dismissed').optional() });
export type UnmatchedQuery = z.output<typeof unmatchedQuery>;

export const takingsQuery = z.object({ from: day, to: day }).superRefine((days, { addIssue }) => {
  const message = dayRangeFault(days);
  if (message) addIssue({ code: 'custom', path: ['from'], message });
});
export type TakingsQuery = z.output<typeof takingsQuery>;

export const refundInput = z.object({ registrationId: reference, amount, reason });
export type RefundInput = z.output<typeof refundInput>;
