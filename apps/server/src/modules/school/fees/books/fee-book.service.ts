import type { BookFilter, BookQuery, ChargeBookFilter, ChargeBookQuery } from '@institute/contract';
import { bookKinds, chargeKinds, feeMethods, isBackdated } from '@institute/contract/fees.constants';
import { fromLocalTime, timeZone, toLocalDay } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { type BatchRange, parseSort } from '../../../../database/page.ts';
import { bool, int, intOrNull, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { likeAnySql, listSpellings, searchPattern } from '../../../platform/content/search.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { cashBoxSql, isFeeMoneySql } from '../accounts/cash-box.service.ts';
import { endOfDay, joinConditions, type SqlCondition } from '../accounts/fee-account.service.ts';
import { instantSql } from '../accounts/fee-line.service.ts';
import { withheldMovementsSql } from '../accounts/withheld.service.ts';

type ReadingCtx = Pick<Ctx, 'em'>;

const bookRow = {
  /** Id of the movement. Negative for a move, which is a row of its own. */
  id: int,
  kind: z.enum(bookKinds),
  /** Numbers of the receipts and counter-receipts. */
  numbers: z.array(text),
  /** Negative for money that went out and for cancellations, 0 for a move. Sums leave out deposits. */
  amount: int,
  method: z.enum(feeMethods),
  bank: textOrNull,
  operatorId: textOrNull,
  receivedOn: text,
  recordedAt: text,
  recordedBy: textOrNull,
  payerName: textOrNull,
  reason: textOrNull,
  parts: z.array(
    z.object({
      partId: int,
      registrationId: int,
      /** Null after the person was deleted. */
      reference: textOrNull,
      name: textOrNull,
      amount: int,
      receiptNumber: textOrNull,
    }),
  ),
  /** Id of the row that this row cancels, and of the row that cancels this one, with their receipt numbers. */
  counters: intOrNull,
  counteredBy: intOrNull,
  countersNumbers: textOrNull,
  counteredByNumber: textOrNull,
  /** True when the money may belong to another line, until the office puts it right. */
  withheld: bool,
};
export type BookRow = Row<typeof bookRow> & { isBackdated: boolean };

/** The SQL of the caller must join `registrations`. */
const makeNameSearchCondition = (q: string): SqlCondition =>
  likeAnySql('registrations.search', listSpellings(q));

const makeRecordedConditions = (column: string, { from, to }: Pick<BookFilter, 'from' | 'to'>) => [
  from && { sql: `${column} >= ?`, values: [fromLocalTime(`${from}T00:00`)] },
  to && { sql: `${column} < ?`, values: [endOfDay(to)] },
];

/** SQL of the rows of the book: movements, and moves of money between accounts. */
const bookRowsFromSql = `(
    select id, kind, amount, method, operator_id, received_on, recorded_at, recorded_by, payer_name, payer_phone,
      reason, counters, number, box, bank, id as movement_id, null::int as moved_from from fee_movements
    union all
    select -fee_parts.id, 'move', 0, method, operator_id, (fee_parts.recorded_at at time zone '${timeZone}')::date,
      fee_parts.recorded_at, fee_parts.recorded_by, null, null, fee_parts.reason, null, null, null, null,
      movement_id, moved_from
    from fee_parts join fee_movements on fee_movements.id = movement_id
    where moved_from is not null and fee_parts.amount < 0
  ) as movement`;

/**
 * SQL condition of the parts of a row. A move has the part that left and the part that came, stored at one moment.
 */
const partOfRowSql = `fee_parts.movement_id = movement.movement_id
    and fee_parts.moved_from is not distinct from movement.moved_from
    and (movement.moved_from is null or fee_parts.recorded_at = movement.recorded_at)`;

function makeMovementCondition(q: string): SqlCondition {
  const peopleCondition = makeNameSearchCondition(q);
  const searchedTextSql = `fold(concat_ws(' ', movement.number, movement.operator_id, movement.payer_name, movement.payer_phone))`;
  return {
    sql: `(${searchedTextSql} like ${searchPattern} or exists (
      select from fee_parts left join registrations on registrations.id = registration_id
      where ${partOfRowSql} and (fold(receipt_number) like ${searchPattern} or ${peopleCondition.sql})))`,
    values: [q, q, ...peopleCondition.values],
  };
}

function makeBookCondition({
  q,
  from,
  to,
  by = 'recorded',
  method,
  recordedBy,
  box,
  kind,
}: BookFilter): SqlCondition {
  const dayConditions =
    by === 'recorded'
      ? makeRecordedConditions('movement.recorded_at', { from, to })
      : [
          from && { sql: 'movement.received_on >= ?::date', values: [from] },
          to && { sql: 'movement.received_on <= ?::date', values: [to] },
        ];
  return joinConditions([
    q && makeMovementCondition(q),
    ...dayConditions,
    method && { sql: 'movement.method = ?', values: [method] },
    recordedBy && { sql: 'movement.recorded_by = ?', values: [recordedBy] },
    box && { sql: `${cashBoxSql} = ?`, values: [box] },
    kind && { sql: 'movement.kind = ?', values: [kind] },
  ]);
}

const sortColumns: Record<string, string> = { receivedOn: 'received_on', amount: 'amount' };

/** Makes SQL of the book's rows from SQL that selects rows of `bookRowsFromSql`. */
const makeBookRowsSql = (
  movements: string,
): string => `select movement.id, movement.kind, movement.amount, movement.method, movement.bank,
    movement.operator_id as "operatorId", movement.received_on::text as "receivedOn",
    ${instantSql('movement.recorded_at')} as "recordedAt", movement.recorded_by as "recordedBy",
    movement.payer_name as "payerName", movement.reason, movement.counters, counter.id as "counteredBy",
    counter.number as "counteredByNumber", (
      select coalesce(taken.number, (
        select string_agg(receipt_number, ' ' order by id) from fee_parts where movement_id = taken.id))
      from fee_movements as taken where taken.id = movement.counters
    ) as "countersNumbers",
    array_remove(array_prepend(movement.number, coalesce(receipts, '{}')), null) as numbers, coalesce(parts, '[]') as parts,
    movement.movement_id in (${withheldMovementsSql}) as withheld
  from (${movements}) as movement left join fee_movements as counter on counter.counters = movement.id
  left join lateral (
    select array_agg(receipt_number order by fee_parts.id) filter (where receipt_number is distinct from movement.number)
        as receipts,
      json_agg(json_build_object('partId', fee_parts.id, 'registrationId', registration_id, 'name', ${fullNameSql('registrations.')},
        'reference', case when deleted_at is null then reference end, 'amount', amount,
        'receiptNumber', receipt_number) order by fee_parts.id) as parts
    from fee_parts left join registrations on registrations.id = registration_id where ${partOfRowSql}
  ) as shares on true`;

/** `rest` is SQL that orders the movements and limits their number. */
async function readBook({ em }: ReadingCtx, { sql, values }: SqlCondition, rest: string, order: string) {
  const rows = await readRows(em, bookRow)(
    `${makeBookRowsSql(`select * from ${bookRowsFromSql} where ${sql} ${rest}`)} order by ${order}`,
    [...values],
  );
  return rows.map(
    (row): BookRow => ({
      ...row,
      isBackdated: isBackdated(row.receivedOn, toLocalDay(new Date(row.recordedAt))),
    }),
  );
}

/** Lists movements and moves of money, latest first. The totals include all pages. */
export async function listBook(
  ctx: ReadingCtx,
  { limit, offset, sort = '-recordedAt', ...filter }: BookQuery,
) {
  const { sql, values } = makeBookCondition(filter);
  const { name: column, direction } = parseSort(sort);
  const orderSql = `movement.${sortColumns[column] ?? 'recorded_at'} ${direction}, movement.id ${direction}`;
  const pageCondition = { sql, values: [...values, limit, offset] };
  const bookItems = await readBook(ctx, pageCondition, `order by ${orderSql} limit ? offset ?`, orderSql);
  const [sums] = await readRows(ctx.em, { total: int, in: int, out: int, net: int })(
    `select count(*)::int as total, coalesce(sum(fees) filter (where fees > 0), 0)::float8 as in,
       coalesce(sum(fees) filter (where fees < 0), 0)::float8 as out, coalesce(sum(fees), 0)::float8 as net
     from ${bookRowsFromSql} cross join lateral (select case when ${isFeeMoneySql} then amount end as fees) as money where ${sql}`,
    [...values],
  );
  const { total = 0, ...totals } = sums ?? { in: 0, out: 0, net: 0 };
  return { items: bookItems, total, totals };
}

const makeBelowIdCondition = (column: string, { before }: BatchRange): SqlCondition | undefined =>
  before === undefined ? undefined : { sql: `${column} < ?`, values: [before] };

const BATCH_SIZE = 500;

/** Reads the book in batches, latest first. Rows that are added meanwhile do not appear. */
export async function* readBookBatches(ctx: ReadingCtx, filter: BookFilter): AsyncGenerator<BookRow[]> {
  const filterCondition = makeBookCondition(filter);
  let lastRow: BookRow | undefined;
  for (;;) {
    const belowLastRow = lastRow && {
      sql: '(movement.recorded_at, movement.id) < (?::timestamptz, ?)',
      values: [lastRow.recordedAt, lastRow.id],
    };
    const { sql, values } = joinConditions([filterCondition, belowLastRow]);
    const order = 'movement.recorded_at desc, movement.id desc';
    const page = { sql, values: [...values, BATCH_SIZE] };
    const rows = await readBook(ctx, page, `order by ${order} limit ?`, order);
    yield rows;
    lastRow = rows.at(-1);
    if (rows.length < BATCH_SIZE || !lastRow) return;
  }
}

const chargeBookRowColumns = {
  id: int,
  kind: z.enum(chargeKinds),
  label: text,
  amount: int,
  dueOn: text,
  reason: textOrNull,
  reverses: intOrNull,
  recordedBy: textOrNull,
  createdAt: text,
  registrationId: int,
  /** Null once the person is deleted. */
  reference: textOrNull,
  name: textOrNull,
};

function makeChargesCondition({ q, from, to, kind, recordedBy }: ChargeBookFilter): SqlCondition {
  const peopleCondition = q && makeNameSearchCondition(q);
  return joinConditions([
    peopleCondition && {
      sql: `(fold(concat_ws(' ', label, reason)) like ${searchPattern} or ${peopleCondition.sql})`,
      values: [q, ...peopleCondition.values],
    },
    ...makeRecordedConditions('charges.created_at', { from, to }),
    kind && { sql: 'charges.kind = ?', values: [kind] },
    recordedBy && { sql: 'recorded_by = ?', values: [recordedBy] },
  ]);
}

const makeChargesFromSql = ({ sql }: SqlCondition) =>
  `charges left join registrations on registrations.id = registration_id where ${sql}`;

const listCharges = ({ em }: ReadingCtx, condition: SqlCondition, page: string, values: readonly number[]) =>
  readRows(em, chargeBookRowColumns)(
    `select charges.id, kind, label, amount, due_on::text as "dueOn", reason, reverses, recorded_by as "recordedBy",
       ${instantSql('charges.created_at')} as "createdAt", registration_id as "registrationId",
       case when deleted_at is null then reference end as reference, ${fullNameSql('registrations.')} as name
     from ${makeChargesFromSql(condition)} order by charges.id desc ${page}`,
    [...condition.values, ...values],
  );

/** Lists charges and reversals, latest first. */
export async function listChargeBook(ctx: ReadingCtx, { limit, offset, ...filter }: ChargeBookQuery) {
  const chargesCondition = makeChargesCondition(filter);
  const items = await listCharges(ctx, chargesCondition, 'limit ? offset ?', [limit, offset]);
  const [sums] = await readRows(ctx.em, { total: int, net: int })(
    `select count(*)::int as total, coalesce(sum(amount), 0)::float8 as net from ${makeChargesFromSql(chargesCondition)}`,
    [...chargesCondition.values],
  );
  return { items, total: sums?.total ?? 0, totals: { net: sums?.net ?? 0 } };
}

export const listChargeBatch = (ctx: ReadingCtx, filter: ChargeBookFilter, range: BatchRange) =>
  listCharges(
    ctx,
    joinConditions([makeChargesCondition(filter), makeBelowIdCondition('charges.id', range)]),
    'limit ?',
    [range.limit],
  );

const dailyTakingsColumns = {
  /** Day of the recording, in Kampala. */
  day: text,
  /** Email of the account that keeps the cash, or that recorded other money. */
  recordedBy: textOrNull,
  method: z.enum(feeMethods),
  /** Whole UGX. Refunds and counter-entries are subtracted. */
  amount: int,
  count: int,
  /** Receipts of these movements that are valid now. */
  receipts: int,
  /** Receipts that were cancelled, or whose money has moved. */
  notValid: int,
};

/** Sums the recorded money by day, cashier and method. Newest day first; both days are included. */
export const listDailyTakings = async ({ em }: ReadingCtx, days: { from: string; to: string }) => {
  const { sql, values } = joinConditions(makeRecordedConditions('movement.recorded_at', days));
  return {
    items: await readRows(em, dailyTakingsColumns)(
      `select (movement.recorded_at at time zone '${timeZone}')::date::text as day, ${cashBoxSql} as "recordedBy",
         method, sum(movement.amount)::float8 as amount, count(*)::int as count, sum(valid)::int as receipts, sum(papers - valid)::int as "notValid"
       from fee_movements as movement cross join lateral (
         select count(*) as papers, count(*) filter (where state = 'received' and "left" > 0) as valid
         from fee_lines where source = 'part' and movement_id = movement.id and receipt_number is not null
       ) as receipts
       where ${isFeeMoneySql} and ${sql} group by 1, 2, 3 order by 1 desc, 2 nulls first, 3`,
      [...values],
    ),
  };
};
