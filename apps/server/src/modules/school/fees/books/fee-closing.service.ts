import type { ClosingInput, TakingsQuery } from '@institute/contract';
import { movementKinds } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { timeZone } from '@institute/contract/time';
import * as z from 'zod';
import { refuseUnlessOwner, requireAccount } from '../../../../context/rights.ts';
import type { Ctx } from '../../../../context.ts';
import { AppError, invalidInputError, notFoundError } from '../../../../errors.ts';
import { int, readRows, text, textOrNull } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { cashBoxSql, cashSql } from '../accounts/cash-box.service.ts';
import { recordFeeActivity } from '../accounts/charge-office.service.ts';
import type { SqlCondition } from '../accounts/fee-account.service.ts';
import { CashClosingEntity, CashCountEntity } from '../accounts/fee-ledger.entity.ts';
import { instantSql } from '../accounts/fee-line.service.ts';
import { lockClosings } from '../accounts/fee-movement.service.ts';
import { readBankedCash } from './cash-deposit.service.ts';

const recordedDaySql = `(movement.recorded_at at time zone '${timeZone}')::date`;

/** Selects cash that is in no closing: without a cashier that of all accounts, without a day until now. */
const makeUnclosedCashCondition = (cashier: string | null, day: string | null = null): SqlCondition => ({
  sql: `${cashSql} as movement where (?::text is null or ${cashBoxSql} = ?) and (?::date is null or ${recordedDaySql} <= ?::date)
    and not exists (select from cash_closing_rows as closed where closed.movement_id = movement.id)`,
  values: [cashier, cashier, day, day],
});

const openCashColumns = {
  movements: z.array(int),
  expected: int,
  /** First and last day of the movements, in Kampala. Null without movements. */
  from: textOrNull,
  to: textOrNull,
};

/** Closes cash. A count that differs without a reason closes nothing, but is stored for *Control*. */
export async function closeCash(
  ctx: Ctx,
  { day, counted, note = null, recordedBy, all = false }: ClosingInput,
) {
  const ownEmail = requireAccount(ctx).email;
  const cashierEmail = all ? null : (recordedBy ?? ownEmail);
  if (cashierEmail !== ownEmail) refuseUnlessOwner(ctx);
  const { closing, expected } = await runInTransaction(ctx, async (tx) => {
    await lockClosings(tx, 'close');
    const { sql, values } = makeUnclosedCashCondition(cashierEmail, day);
    const [openCash] = await readRows(tx.em, openCashColumns)(
      `select coalesce(json_agg(movement.id order by movement.id), '[]') as movements,
         coalesce(sum(amount), 0)::float8 as expected, min(${recordedDaySql})::text as from, max(${recordedDaySql})::text as to
       from ${sql}`,
      [...values],
    );
    if (!openCash?.from || !openCash.to) throw new AppError('CONFLICT', 'Nothing new to close');
    const { movements, expected, from, to } = openCash;
    const countedDifference = counted - expected;
    const countFields = {
      cashier: cashierEmail,
      expected,
      counted,
      recordedBy: ownEmail,
      recordedAt: tx.now(),
    };
    if (countedDifference !== 0 && !note) {
      await tx.em.insert(CashCountEntity, countFields);
      return { closing: null, expected };
    }
    const closingId = await tx.em.insert(CashClosingEntity, { ...countFields, day: to, note });
    await tx.em.execute(
      'insert into cash_closing_rows (closing_id, movement_id) select ?, unnest(?::int[])',
      [closingId, `{${movements}}`],
    );
    const closedDaysText = from === to ? to : `${from} to ${to}`;
    const closingText = `Closed ${closedDaysText} of ${cashierEmail ?? 'everybody'}: ${formatLocalMoney(counted)} counted`;
    await recordFeeActivity(tx, null, `${closingText}, ${formatLocalMoney(expected)} expected`);
    return {
      closing: { id: closingId, expected, counted, difference: countedDifference, from, to },
      expected,
    };
  });
  if (closing) return closing;
  const differenceMessage = `Expected ${formatLocalMoney(expected)}. Write why it differs`;
  throw invalidInputError([{ path: 'note', message: differenceMessage }]);
}

const unclosedCashColumns = {
  /** Day of the recording, in Kampala. */
  day: text,
  /** Null when it is not known who took the cash. */
  cashier: textOrNull,
  amount: int,
  count: int,
};

/**
 * Lists cash in no closing, by cashier and day. Only owners see the cash of others. `unbanked` is of all accounts.
 */
export async function listUnclosedCash(ctx: Ctx) {
  const { email, isOwner } = requireAccount(ctx);
  const { sql, values } = makeUnclosedCashCondition(isOwner ? null : email);
  const unclosedCashItems = await readRows(ctx.em, unclosedCashColumns)(
    `select ${recordedDaySql}::text as day, ${cashBoxSql} as cashier, sum(amount)::float8 as amount, count(*)::int as count
     from ${sql} group by 1, 2 order by 2, 1`,
    [...values],
  );
  return { items: unclosedCashItems, unbanked: (await readBankedCash(ctx)).unbanked };
}

const cashCountColumns = { counted: int, expected: int, recordedBy: text, recordedAt: text };

const closingColumns = {
  id: int,
  day: text,
  /** Days of the first and the last movement. */
  from: text,
  to: text,
  /** Email of the account that keeps the cash. Null for the cash of all accounts. */
  cashier: textOrNull,
  expected: int,
  counted: int,
  difference: int,
  note: textOrNull,
  recordedBy: text,
  recordedAt: text,
  /** Counts that closed nothing since the previous closing, oldest first. */
  counts: z.array(z.object(cashCountColumns)),
};

const closingsSql = `select closing.id, day::text, cashier, expected, counted, counted - expected as difference, note,
    recorded_by as "recordedBy", ${instantSql('recorded_at')} as "recordedAt",
    coalesce("from", day)::text as "from", coalesce("to", day)::text as "to", (
      select coalesce(json_agg(json_build_object('counted', counted, 'expected', expected, 'recordedBy', recorded_by,
        'recordedAt', ${instantSql('recorded_at')}) order by id), '[]')
      from cash_counts as given where given.cashier is not distinct from closing.cashier
        and given.recorded_at <= closing.recorded_at and given.recorded_at > coalesce((
          select max(recorded_at) from cash_closings as before
          where before.cashier is not distinct from closing.cashier and before.id < closing.id), '-infinity')
    ) as counts
  from cash_closings as closing left join lateral (
    select min(${recordedDaySql}) as "from", max(${recordedDaySql}) as "to"
    from cash_closing_rows join ${cashSql} as movement on movement.id = movement_id where closing_id = closing.id
  ) as days on true`;

/**
 * Lists the closings that were made in these days or whose last day is among them. Both days are included. Latest
 * first.
 */
export const listClosings = async ({ em }: Pick<Ctx, 'em'>, { from, to }: TakingsQuery) => ({
  items: await readRows(em, closingColumns)(
    `${closingsSql} where day between ?::date and ?::date
       or (closing.recorded_at at time zone '${timeZone}')::date between ?::date and ?::date order by closing.id desc`,
    [from, to, from, to],
  ),
});

const closedRowColumns = {
  id: int,
  kind: z.enum([...movementKinds, 'donation']),
  amount: int,
  /** Numbers of the receipts and counter-receipts. */
  numbers: z.array(text),
  recordedBy: textOrNull,
  recordedAt: text,
};

/** Reads a closing for printing and signing, with its rows as they were then. Names could change, so it has none. */
export async function getClosing(ctx: Ctx, id: number) {
  const [closing] = await readRows(ctx.em, closingColumns)(`${closingsSql} where closing.id = ?`, [id]);
  if (!closing) throw notFoundError('Closing not found');
  if (closing.cashier !== requireAccount(ctx).email) refuseUnlessOwner(ctx);
  const items = await readRows(ctx.em, closedRowColumns)(
    `select id, kind, amount, recorded_by as "recordedBy", ${instantSql('recorded_at')} as "recordedAt",
       array_remove(array_prepend(number, array(select receipt_number from fee_parts
         where movement_id = movement.id and recorded_at <= ?::timestamptz order by id)), null) as numbers
     from cash_closing_rows join ${cashSql} as movement on movement.id = movement_id
     where closing_id = ? order by recorded_at, id`,
    [closing.recordedAt, id],
  );
  return { ...closing, items };
}
