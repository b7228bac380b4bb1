import type { FeeMethod } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import type { Ctx } from '../../../../context.ts';
import { invalidInputError } from '../../../../errors.ts';
import { readRows, text } from '../../../../sql.ts';

/** SQL of the account whose cash a movement is. */
export const cashBoxSql = 'coalesce(movement.box, movement.recorded_by)';

/** SQL condition of `movement`: fees came or went. Cash that was taken to the bank is the institute's as before. */
export const isFeeMoneySql = `movement.kind <> 'deposit' and not exists (
  select from fee_movements as deposit where deposit.id = movement.counters and deposit.kind = 'deposit')`;
/** Earlier versions did not keep who recorded a donation. */
const cashDonationSql = `method = 'cash' and currency = '${place.currency}' and recorded_by is not null`;

/**
 * SQL of all cash in UGX, from fees and donations. The cash of a donation or its cancellation belongs to the account
 * that recorded it. Ids of donations are negative, odd for a cancellation.
 */
export const cashSql = `(
  select id, kind::text, amount, recorded_at, recorded_by, box, number from fee_movements where method = 'cash'
  union all select -2 * id, 'donation', amount, recorded_at, recorded_by, recorded_by, receipt_number
  from donations where ${cashDonationSql}
  union all select -2 * id - 1, 'counter', -amount, cancelled_at, cancelled_by, recorded_by, cancellation_number
  from donations where ${cashDonationSql} and status = 'cancelled'
)`;

/** Addresses of accounts that keep fees or have recorded some, for choices. */
export async function listCashiers({ em }: Pick<Ctx, 'em'>): Promise<string[]> {
  const rows = await readRows(em, { email: text })(
    `select email from (
       select email from accounts where deactivated_at is null and (is_owner or rights @> '{fees}')
       union select recorded_by from fee_movements union select box from fee_movements
       union select recorded_by from fee_parts union select recorded_by from charges
     ) as cashiers where email is not null order by email`,
  );
  return rows.map(({ email }) => email);
}

/** The box of a movement. Null when it is not cash, or when the box is that of the account that records it. */
export async function readBox(
  ctx: Pick<Ctx, 'em'>,
  method: FeeMethod,
  box: string | null | undefined,
): Promise<string | null> {
  if (method !== 'cash' || !box) return null;
  if ((await listCashiers(ctx)).includes(box)) return box;
  throw invalidInputError([{ path: 'box', message: 'Nobody of this address keeps cash' }]);
}
