import type { ClosingInput, TakingsQuery } from '@institute/contract';
import { formatMoney } from '@institute/contract/money';
import { timeZone } from '@institute/contract/time';
import { type Ctx, refuseUnlessOwner, signedIn } from '../../context.ts';
import { AppError, invalidInput } from '../../errors.ts';
import { transaction } from '../../transaction.ts';
import { recordFeeActivity } from './charge-office.service.ts';
import { CashClosingEntity } from './fee-ledger.entity.ts';
import { instantSql } from './fee-line.service.ts';
import { lockClosings } from './fee-movement.service.ts';

const recordedDay = `(movement.recorded_at at time zone '${timeZone}')::date`;

const isItsClosing = `(closing.cashier is null or closing.cashier = movement.recorded_by)`;

/**
 * SQL of the cash that no closing holds: of a cashier, or of all, until a day. What came before the first closing is no
 * matter of closings.
 */
const openCash = `select count(*)::int as count, coalesce(sum(amount), 0)::float8 as expected,
    coalesce(max(id), 0) as last
  from fee_movements as movement
  where method = 'cash' and (movement.recorded_by = ? or ?::boolean) and ${recordedDay} <= ?::date
    and ${recordedDay} >= least(?::date, (select min(day) from cash_closings as closing where ${isItsClosing}))
    and not exists (select from cash_closings as closing where ${isItsClosing}
      and ${recordedDay} <= closing.day and movement.id <= last_movement_id)`;

export function closeCash(ctx: Ctx, { day, counted, note = null, recordedBy, all = false }: ClosingInput) {
  const own = signedIn(ctx).email;
  const cashier = all ? null : (recordedBy ?? own);
  if (cashier !== own) refuseUnlessOwner(ctx);
  return transaction(ctx, async (tx) => {
    await lockClosings(tx, 'close');
    const [open] = await tx.em.execute<{ count: number; expected: number; last: number }[]>(openCash, [
      cashier,
      all,
      day,
      day,
    ]);
    if (!open?.count) throw new AppError('CONFLICT', 'Nothing new to close');
    const { expected, last } = open;
    const difference = counted - expected;
    if (difference !== 0 && !note) {
      const message = `Expected ${formatMoney('UGX', expected)}. Write why it differs`;
      throw invalidInput([{ path: 'note', message }]);
    }
    const closing = { day, cashier, expected, counted, note, lastMovementId: last };
    const id = await tx.em.insert(CashClosingEntity, { ...closing, recordedBy: own, recordedAt: tx.now() });
    const what = `Closed ${day} of ${cashier ?? 'everybody'}: ${formatMoney('UGX', counted)} counted`;
    await recordFeeActivity(tx, null, `${what}, ${formatMoney('UGX', expected)} expected`);
    return { id, expected, counted, difference };
  });
}

export interface Closing {
  id: number;
  day: string;
  /** Whose cash. Null: everybody's. */
  cashier: string | null;
  expected: number;
  counted: number;
  difference: number;
  note: string | null;
  recordedBy: string;
  recordedAt: string;
}

/** Latest day first. Both days are included. */
export const listClosings = async ({ em }: Pick<Ctx, 'em'>, { from, to }: TakingsQuery) => ({
  items: await em.execute<Closing[]>(
    `select id, day::text, cashier, expected, counted, counted - expected as difference, note,
       recorded_by as "recordedBy", ${instantSql('recorded_at')} as "recordedAt"
     from cash_closings where day between ?::date and ?::date order by day desc, id desc`,
    [from, to],
  ),
});
