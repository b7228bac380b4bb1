import type { ClosingInput, TakingsQuery } from '@institute/contract';
import { movementKinds } from '@institute/contract/fees.constants';
import { formatMoney } from '@institute/contract/money';
import { timeZone } from '@institute/contract/time';
import * as z from 'zod';
import { type Ctx, refuseUnlessOwner, signedIn } from '../../../../context.ts';
import { AppError, invalidInput, notFound } from '../../../../errors.ts';
import { int, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { transaction } from '../../../../transaction.ts';
import { recordFeeActivity } from '../accounts/charge-office.service.ts';
import type { Condition } from '../accounts/fee-account.service.ts';
import { CashClosingEntity } from '../accounts/fee-ledger.entity.ts';
import { instantSql } from '../accounts/fee-line.service.ts';
import { lockClosings } from '../accounts/fee-movement.service.ts';

const recordedDay = `(movement.recorded_at at time zone '${timeZone}')::date`;

/**
 * The cash that no earlier closing holds: of a cashier, or of all, until a day. What came before the first closing is
 * no matter of closings.
 */
function whereInClosing({ id = MAX_ID, cashier, day, lastMovementId = MAX_ID }: ClosingScope): Condition {
  const earlier = `cash_closings as closing where closing.id < ?
    and (closing.cashier is null or closing.cashier = movement.recorded_by)`;
  return {
    sql: `method = 'cash' and (?::text is null or movement.recorded_by = ?) and movement.id <= ?
      and ${recordedDay} between least(?::date, (select min(day) from ${earlier})) and ?::date
      and not exists (select from ${earlier} and ${recordedDay} <= closing.day and movement.id <= last_movement_id)`,
    values: [cashier, cashier, lastMovementId, day, id, day, id],
  };
}

const MAX_ID = 2 ** 31 - 1;

type ClosingScope = Pick<Closing, 'cashier' | 'day'> & Partial<Pick<Closing, 'id' | 'lastMovementId'>>;

export function closeCash(ctx: Ctx, { day, counted, note = null, recordedBy, all = false }: ClosingInput) {
  const own = signedIn(ctx).email;
  const cashier = all ? null : (recordedBy ?? own);
  if (cashier !== own) refuseUnlessOwner(ctx);
  return transaction(ctx, async (tx) => {
    await lockClosings(tx, 'close');
    const { sql, values } = whereInClosing({ cashier, day });
    const [open] = await readRows(tx.em, { count: int, expected: int, last: int })(
      `select count(*)::int as count, coalesce(sum(amount), 0)::float8 as expected, coalesce(max(id), 0) as last
       from fee_movements as movement where ${sql}`,
      [...values],
    );
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

const closingRow = {
  id: int,
  day: text,
  /** Whose cash. Null: everybody's. */
  cashier: textOrNull,
  expected: int,
  counted: int,
  difference: int,
  note: textOrNull,
  recordedBy: text,
  recordedAt: text,
  lastMovementId: int,
};

type Closing = Row<typeof closingRow>;

const closingColumns = `id, day::text, cashier, expected, counted, counted - expected as difference, note,
  recorded_by as "recordedBy", ${instantSql('recorded_at')} as "recordedAt", last_movement_id as "lastMovementId"`;

/** Latest day first. Both days are included. */
export const listClosings = async ({ em }: Pick<Ctx, 'em'>, { from, to }: TakingsQuery) => ({
  items: await readRows(em, closingRow)(
    `select ${closingColumns} from cash_closings where day between ?::date and ?::date order by day desc, id desc`,
    [from, to],
  ),
});

const closedRowColumns = {
  id: int,
  kind: z.enum(movementKinds),
  amount: int,
  /** Numbers of its papers. */
  numbers: z.array(text),
  recordedBy: textOrNull,
  recordedAt: text,
};

/** To print and sign: the rows as they were then, without names, so that nothing changes it. */
export async function getClosing(ctx: Ctx, id: number) {
  const [closing] = await readRows(ctx.em, closingRow)(
    `select ${closingColumns} from cash_closings where id = ?`,
    [id],
  );
  if (!closing) throw notFound('Closing not found');
  if (closing.cashier !== signedIn(ctx).email) refuseUnlessOwner(ctx);
  const { sql, values } = whereInClosing(closing);
  const items = await readRows(ctx.em, closedRowColumns)(
    `select id, kind, amount, recorded_by as "recordedBy", ${instantSql('recorded_at')} as "recordedAt",
       array_remove(array_prepend(number, array(select receipt_number from fee_parts
         where movement_id = movement.id and recorded_at <= ?::timestamptz order by id)), null) as numbers
     from fee_movements as movement where ${sql} order by id`,
    [closing.recordedAt, ...values],
  );
  return { ...closing, items };
}
