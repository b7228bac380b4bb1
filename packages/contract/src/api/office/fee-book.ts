import * as z from 'zod';
import { codeLine, day, nullable, oneLineText } from '../../fields/fields.ts';
import { pageParameters, searchText, sortBy } from '../lists.ts';
import {
  bookColumns,
  bookKinds,
  chargeKinds,
  feeBookDayKinds,
  feeLimits,
  feeMethods,
} from '../public/fees.constants.ts';
import { receivedDay, transactionId, wholeAmount } from '../public/fees.ts';
import { refuseBackwardDays } from '../public/registrations.ts';

export const bookFilter = z.object({
  q: searchText.optional(),
  from: day.optional(),
  to: day.optional(),
  /** Which day of a row `from` and `to` mean: the day of the record or of the money. */
  by: z.enum(feeBookDayKinds).optional(),
  method: z.enum(feeMethods).optional(),
  /** Email of the account that recorded the movement. */
  recordedBy: oneLineText(254).optional(),
  /** Address of the account that holds the cash. For other money, the account that recorded it. */
  box: oneLineText(254).optional(),
  kind: z.enum(bookKinds).optional(),
});
export type BookFilter = z.output<typeof bookFilter>;
export const bookQuery = bookFilter.extend({ ...pageParameters, sort: sortBy(bookColumns).optional() });
export type BookQuery = z.output<typeof bookQuery>;

export const chargeBookFilter = bookFilter
  .pick({ q: true, from: true, to: true, recordedBy: true })
  .extend({ kind: z.enum(chargeKinds).optional() });
export type ChargeBookFilter = z.output<typeof chargeBookFilter>;
export const chargeBookQuery = chargeBookFilter.extend(pageParameters);
export type ChargeBookQuery = z.output<typeof chargeBookQuery>;

/**
 * Counts cash in a box. Without `recordedBy` and `all` it is the caller's own box. Without `day` the cash counts
 * until now.
 */
export const closingInput = z.object({
  day: receivedDay.optional(),
  counted: wholeAmount(0, 'An amount from 0'),
  note: nullable(oneLineText(feeLimits.reason)),
  recordedBy: oneLineText(254).optional(),
  all: z.boolean().optional(),
});
export type ClosingInput = z.output<typeof closingInput>;

/** Records cash that somebody took to the bank. */
export const depositInput = z.object({
  amount: wholeAmount(1, 'An amount above 0'),
  bankedOn: receivedDay,
  bank: codeLine(feeLimits.bank),
  /** Number on the bank's slip. */
  slip: nullable(transactionId),
  /** True to record the deposit although the same amount was taken to this bank on this day. */
  again: z.boolean().optional(),
});
export type DepositInput = z.output<typeof depositInput>;

export const takingsQuery = z.object({ from: day, to: day }).superRefine(refuseBackwardDays);
export type TakingsQuery = z.output<typeof takingsQuery>;

/** Asks for a month, or for a range of days that includes both. */
export const controlQuery = z
  .object({
    month: z
      .string()
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'A month, such as 2027-02')
      .optional(),
    from: day.optional(),
    to: day.optional(),
  })
  .superRefine(refuseBackwardDays)
  .refine(({ month, from, to }) => month || (from && to), {
    path: ['month'],
    message: 'A month, or the first and the last day',
  });
export type ControlQuery = z.output<typeof controlQuery>;
