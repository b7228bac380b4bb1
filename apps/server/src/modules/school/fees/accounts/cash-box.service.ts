import type { FeeMethod } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import type { Ctx } from '../../../../context.ts';
import { invalidInputError } from '../../../../errors.ts';
import { readRows, text } from '../../../../sql.ts';

/** SQL of the email of the account that keeps the cash of a movement. */
export const cashBoxSql = 'coalesce(movement.box, movement.recorded_by)';

/** SQL condition of `movement`: fees came in or went out. A deposit only takes the institute's cash to its bank. */
export const isFeeMoneySql = `movement.kind <> 'deposit' and not exists (
  select from fee_movements as deposit where deposit.id = movement.counters and deposit.kind = 'deposit')`;
/** SQL condition. Donations of earlier versions do not say who recorded them, so no box has their cash. */
const cashDonationSql = `method = 'cash' and currency = '${place.currency}' and recorded_by is not null`;

/**
 * SQL of all cash in UGX, from fees and donations. The account that recorded a donation keeps its cash, also for
 * the cancellation. Rows of donations have negative ids, odd for a cancellation.
 */
export const cashSql = `(
  select id, kind::text, amount, recorded_at, recorded_by, box, number from fee_movements where method = 'cash'
  union all select -2 * id, 'donation', amount, recorded_at, recorded_by, recorded_by, receipt_number
  from donations where ${cashDonationSql}
  union all select -2 * id - 1, 'counter', -amount, cancelled_at, cancelled_by, recorded_by, cancellation_number
  from donations where ${cashDonationSql} and status = 'cancelled'
)`;

/** Lists the emails of accounts that keep fees or have recorded some, for a choice in the screen. */
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

/** Returns the box of a movement. Null when the movement is not cash, or no other box than the caller's is given. */
export async function resolveCashBox(
  ctx: Pick<Ctx, 'em'>,
  method: FeeMethod,
  box: string | null | undefined,
): Promise<string | null> {
  if (method !== 'cash' || !box) return null;
  if ((await listCashiers(ctx)).includes(box)) return box;
  throw invalidInputError([{ path: 'box', message: 'Nobody of this address keeps cash' }]);
}
