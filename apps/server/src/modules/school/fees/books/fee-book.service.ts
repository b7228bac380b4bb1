import type { BookFilter, BookQuery, ChargeBookFilter, ChargeBookQuery } from '@institute/contract';
import { bookKinds, chargeKinds, feeMethods, isBackdated } from '@institute/contract/fees.constants';
import { fromLocalTime, timeZone, toLocalDay } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { type BatchRange, readSort } from '../../../../database/page.ts';
import { bool, int, intOrNull, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { likeAnySql, listSpellings, searchPattern } from '../../../platform/content/search.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { cashBoxSql, isFeeMoneySql } from '../accounts/cash-box.service.ts';
import { type Condition, endOfDay, joinConditions } from '../accounts/fee-account.service.ts';
import { instantSql } from '../accounts/fee-line.service.ts';
import { withheldSql } from '../accounts/withheld.service.ts';

type Reader = Pick<Ctx, 'em'>;

const bookRow = {
  /** Id of the movement. Negative for a move, which is a row of its own. */
  id: int,
  kind: z.enum(bookKinds),
  /** Numbers of the receipts and counter-receipts. */
  numbers: z.array(text),
  /** Negative for money that went out, and for what takes a payment back. 0 for a move. In no sum for a deposit. */
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
      /** Null once the person is deleted. */
      reference: textOrNull,
      name: textOrNull,
      amount: int,
      receiptNumber: textOrNull,
    }),
  ),
  /** Ids of the row that it takes back, and of the one that takes it back, with the numbers of their papers. */
  counters: intOrNull,
  counteredBy: intOrNull,
  countersNumbers: textOrNull,
  counteredByNumber: textOrNull,
  /** The money of this row stands under another line until it is put right. */
  withheld: bool,
};
export type BookRow = Row<typeof bookRow> & { isBackdated: boolean };

/** `registrations` is joined by the caller. */
const matchPeople = (q: string): Condition => likeAnySql('registrations.search', listSpellings(q));

const whereRecordedBetween = (column: string, { from, to }: Pick<BookFilter, 'from' | 'to'>) => [
  from && { sql: `${column} >= ?`, values: [fromLocalTime(`${from}T00:00`)] },
  to && { sql: `${column} < ?`, values: [endOfDay(to)] },
];

/** SQL of the movements, and of each move of money between accounts. */
const bookSql = `(
    select id, kind, amount, method, operator_id, received_on, recorded_at, recorded_by, payer_name, payer_phone,
      reason, counters, number, box, bank, id as movement_id, null::int as moved_from from fee_movements
    union all
    select -fee_parts.id, 'move', 0, method, operator_id, (fee_parts.recorded_at at time zone '${timeZone}')::date,
      fee_parts.recorded_at, fee_parts.recorded_by, null, null, fee_parts.reason, null, null, null, null,
      movement_id, moved_from
    from fee_parts join fee_movements on fee_movements.id = movement_id
    where moved_from is not null and fee_parts.amount < 0
  ) as movement`;

/** A move has the part that it took away and the one that it made. They are stored at the same moment. */
const partOfRowSql = `fee_parts.movement_id = movement.movement_id
    and fee_parts.moved_from is not distinct from movement.moved_from
    and (movement.moved_from is null or fee_parts.recorded_at = movement.recorded_at)`;

function matchMovement(q: string): Condition {
  const people = matchPeople(q);
  const words = `fold(concat_ws(' ', movement.number, movement.operator_id, movement.payer_name, movement.payer_phone))`;
  return {
    sql: `(${words} like ${searchPattern} or exists (
      select from fee_parts left join registrations on registrations.id = registration_id
      where ${partOfRowSql} and (fold(receipt_number) like ${searchPattern} or ${people.sql})))`,
    values: [q, q, ...people.values],
  };
}

function filterBook({ q, from, to, by = 'recorded', method, recordedBy, box, kind }: BookFilter): Condition {
  const days =
    by === 'recorded'
      ? whereRecordedBetween('movement.recorded_at', { from, to })
      : [
          from && { sql: 'movement.received_on >= ?::date', values: [from] },
          to && { sql: 'movement.received_on <= ?::date', values: [to] },
        ];
  return joinConditions([
    q && matchMovement(q),
    ...days,
    method && { sql: 'movement.method = ?', values: [method] },
    recordedBy && { sql: 'movement.recorded_by = ?', values: [recordedBy] },
    box && { sql: `${cashBoxSql} = ?`, values: [box] },
    kind && { sql: 'movement.kind = ?', values: [kind] },
  ]);
}

const bookColumns: Record<string, string> = { receivedOn: 'received_on', amount: 'amount' };

/** SQL of rows of `bookSql`, named `movement`. */
const toBookRows = (
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
    movement.movement_id in (${withheldSql}) as withheld
  from (${movements}) as movement left join fee_movements as counter on counter.counters = movement.id
  left join lateral (
    select array_agg(receipt_number order by fee_parts.id) filter (where receipt_number is distinct from movement.number)
        as receipts,
      json_agg(json_build_object('partId', fee_parts.id, 'registrationId', registration_id, 'name', ${fullNameSql('registrations.')},
        'reference', case when deleted_at is null then reference end, 'amount', amount,
        'receiptNumber', receipt_number) order by fee_parts.id) as parts
    from fee_parts left join registrations on registrations.id = registration_id where ${partOfRowSql}
  ) as shares on true`;

/** `rest` orders the movements and limits their number. */
async function readBook({ em }: Reader, { sql, values }: Condition, rest: string, order: string) {
  const rows = await readRows(em, bookRow)(
    `${toBookRows(`select * from ${bookSql} where ${sql} ${rest}`)} order by ${order}`,
    [...values],
  );
  return rows.map(
    (row): BookRow => ({
      ...row,
      isBackdated: isBackdated(row.receivedOn, toLocalDay(new Date(row.recordedAt))),
    }),
  );
}

/** Every movement and move of money, latest first. Sums are of all that the filter finds. */
export async function listBook(ctx: Reader, { limit, offset, sort = '-recordedAt', ...filter }: BookQuery) {
  const { sql, values } = filterBook(filter);
  const { name: column, direction } = readSort(sort);
  const order = `movement.${bookColumns[column] ?? 'recorded_at'} ${direction}, movement.id ${direction}`;
  const page = { sql, values: [...values, limit, offset] };
  const items = await readBook(ctx, page, `order by ${order} limit ? offset ?`, order);
  const [sums] = await readRows(ctx.em, { total: int, in: int, out: int, net: int })(
    `select count(*)::int as total, coalesce(sum(fees) filter (where fees > 0), 0)::float8 as in,
       coalesce(sum(fees) filter (where fees < 0), 0)::float8 as out, coalesce(sum(fees), 0)::float8 as net
     from ${bookSql} cross join lateral (select case when ${isFeeMoneySql} then amount end as fees) as money where ${sql}`,
    [...values],
  );
  const { total = 0, ...totals } = sums ?? { in: 0, out: 0, net: 0 };
  return { items, total, totals };
}

const isBelow = (column: string, { before }: BatchRange): Condition | undefined =>
  before === undefined ? undefined : { sql: `${column} < ?`, values: [before] };

const BATCH_SIZE = 500;

/** Latest first, a batch at a time. Rows that come meanwhile change none of the later batches. */
export async function* readBookBatches(ctx: Reader, filter: BookFilter): AsyncGenerator<BookRow[]> {
  const found = filterBook(filter);
  let last: BookRow | undefined;
  for (;;) {
    const below = last && {
      sql: '(movement.recorded_at, movement.id) < (?::timestamptz, ?)',
      values: [last.recordedAt, last.id],
    };
    const { sql, values } = joinConditions([found, below]);
    const order = 'movement.recorded_at desc, movement.id desc';
    const page = { sql, values: [...values, BATCH_SIZE] };
    const rows = await readBook(ctx, page, `order by ${order} limit ?`, order);
    yield rows;
    last = rows.at(-1);
    if (rows.length < BATCH_SIZE || !last) return;
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

function filterCharges({ q, from, to, kind, recordedBy }: ChargeBookFilter): Condition {
  const people = q && matchPeople(q);
  return joinConditions([
    people && {
      sql: `(fold(concat_ws(' ', label, reason)) like ${searchPattern} or ${people.sql})`,
      values: [q, ...people.values],
    },
    ...whereRecordedBetween('charges.created_at', { from, to }),
    kind && { sql: 'charges.kind = ?', values: [kind] },
    recordedBy && { sql: 'recorded_by = ?', values: [recordedBy] },
  ]);
}

const chargesSql = ({ sql }: Condition) =>
  `charges left join registrations on registrations.id = registration_id where ${sql}`;

const listCharges = ({ em }: Reader, condition: Condition, page: string, values: readonly number[]) =>
  readRows(em, chargeBookRowColumns)(
    `select charges.id, kind, label, amount, due_on::text as "dueOn", reason, reverses, recorded_by as "recordedBy",
       ${instantSql('charges.created_at')} as "createdAt", registration_id as "registrationId",
       case when deleted_at is null then reference end as reference, ${fullNameSql('registrations.')} as name
     from ${chargesSql(condition)} order by charges.id desc ${page}`,
    [...condition.values, ...values],
  );

/** Every charge and what was reversed of it, latest first. */
export async function listChargeBook(ctx: Reader, { limit, offset, ...filter }: ChargeBookQuery) {
  const condition = filterCharges(filter);
  const items = await listCharges(ctx, condition, 'limit ? offset ?', [limit, offset]);
  const [sums] = await readRows(ctx.em, { total: int, net: int })(
    `select count(*)::int as total, coalesce(sum(amount), 0)::float8 as net from ${chargesSql(condition)}`,
    [...condition.values],
  );
  return { items, total: sums?.total ?? 0, totals: { net: sums?.net ?? 0 } };
}

export const listChargeBatch = (ctx: Reader, filter: ChargeBookFilter, range: BatchRange) =>
  listCharges(ctx, joinConditions([filterCharges(filter), isBelow('charges.id', range)]), 'limit ?', [
    range.limit,
  ]);

const takingColumns = {
  /** In Kampala, when it was recorded. */
  day: text,
  /** Owner of the box with the cash. For other money: who recorded it. */
  recordedBy: textOrNull,
  method: z.enum(feeMethods),
  /** Whole UGX; refunds and counter-entries are a minus. */
  amount: int,
  count: int,
  /** Receipts of these movements that are valid now. */
  receipts: int,
  /** Receipts that were cancelled, or whose money has moved. */
  notValid: int,
};

/** Newest day first. Both days are included. */
export const listTakings = async ({ em }: Reader, days: { from: string; to: string }) => {
  const { sql, values } = joinConditions(whereRecordedBetween('movement.recorded_at', days));
  return {
    items: await readRows(em, takingColumns)(
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
