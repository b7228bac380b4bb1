import type { ControlQuery } from '@institute/contract';
import {
  type ControlKind,
  controlKinds,
  feeMethodNames,
  sumAmounts,
} from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import { addDays, fromLocalTime, timeZone } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { int, intOrNull, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { getSite } from '../../../platform/site/site.service.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { isUnconfirmedSql } from '../accounts/fee-confirmation.service.ts';
import { instantSql } from '../accounts/fee-line.service.ts';
import {
  describePaths,
  hasLeftAccountSql,
  isStepSql,
  readMoneySteps,
} from '../accounts/money-path.service.ts';
import { listImports } from '../import/statement-evidence.service.ts';

type ReadingCtx = Pick<Ctx, 'em' | 'now' | 'actor'>;

const controlRowColumns = {
  kind: z.enum(Object.keys(controlKinds) as ControlKind[]),
  at: text,
  /** Email of the account that did it. Null for another program. */
  by: textOrNull,
  /** Email of the account that cancelled the payment; `by` is then the account that recorded it. */
  doneBy: textOrNull,
  /** Whole UGX. Negative for missing cash, and for a discount that was reversed. */
  amount: int,
  name: textOrNull,
  registrationId: intOrNull,
  reason: textOrNull,
  /**
   * Number of the document, ID of the transaction, or id of the import. `receiptNumber` is what a cancellation took
   * back.
   */
  number: textOrNull,
  receiptNumber: textOrNull,
  receiptCode: textOrNull,
  /** Id of the part, for a move or a late assignment of money. */
  partId: intOrNull,
};
type ControlRow = Row<typeof controlRowColumns>;

const emptyReceiptColumnsSql =
  'null::text as number, null::text as "receiptNumber", null::text as code, null::text as "doneBy", null::int as "partId"';

/**
 * SQL condition: the same step also wrote a charge of this kind for the person, so instalments were only rewritten.
 */
const isRewrittenSql = (kind: string): string => `exists (
  select from charges as other where other.registration_id = charges.registration_id and other.kind = ${kind}
    and other.created_at = charges.created_at and other.recorded_by is not distinct from charges.recorded_by)`;

/** SQL of the events that owners check, from `since` until before `until`. */
const controlRowsSql = `
  select case kind when 'discount' then 'discount' else 'reversal' end as kind, created_at as at,
    recorded_by as by, -amount::float8 as amount, registration_id, concat_ws(': ', nullif(label, ''), reason) as reason,
    ${emptyReceiptColumnsSql}
  from charges, days where created_at >= since and created_at < until
    and (kind = 'discount' or (kind = 'reversal' and not ${isRewrittenSql("'instalment'")}))
  union all
  select 'rewritten', created_at, recorded_by, -sum(amount)::float8,
    case when count(distinct registration_id) = 1 then min(registration_id) end,
    concat_ws(', ', max(reason) filter (where kind = 'reversal'),
      case when count(distinct registration_id) > 1 then count(distinct registration_id) || ' people' end), ${emptyReceiptColumnsSql}
  from charges, days where created_at >= since and created_at < until
    and ((kind = 'reversal' and ${isRewrittenSql("'instalment'")}) or (kind = 'instalment' and ${isRewrittenSql("'reversal'")}))
  group by created_at, recorded_by
  union all
  select case when movement.kind in ('refund', 'deposit') then movement.kind
      when movement.kind = 'payment' then 'backdated' when taken.kind = 'deposit' then 'undeposited'
      when part.id is null then 'dismissed' else 'countered' end, movement.recorded_at,
    coalesce(taken.recorded_by, movement.recorded_by), abs(movement.amount), part.registration_id,
    nullif(concat_ws('. ', coalesce(movement.reason, movement.note, movement.bank), (
      select 'Recorded again for ' || string_agg(distinct ${fullNameSql('registrations.')}, ', ')
      from fee_movements as later join fee_parts on movement_id = later.id and fee_parts.amount > 0
      join registrations on registrations.id = fee_parts.registration_id and deleted_at is null
      where later.id > taken.id and later.method = taken.method and taken.kind = 'payment'
        and plain_id(later.operator_id) = plain_id(taken.operator_id))), ''),
    coalesce(movement.number, part.receipt_number),
    case when taken.id is not null then coalesce(taken.number, (
      select string_agg(receipt_number, ', ' order by id) from fee_parts where movement_id = taken.id)) end,
    part.receipt_code, case when taken.id is not null then movement.recorded_by end, null
  from days, fee_movements as movement left join fee_movements as taken on taken.id = movement.counters
  left join lateral (
    select id, registration_id, receipt_number, receipt_code from fee_parts
    where movement_id = movement.id order by id limit 1
  ) as part on true
  where movement.recorded_at >= since and movement.recorded_at < until and (movement.kind <> 'payment'
    or (movement.recorded_by is not null
      and movement.received_on < (movement.recorded_at at time zone '${timeZone}')::date - 7))
  union all
  select case when confirmed_at is null then 'unconfirmed' else 'selfConfirmed' end, due, recorded_by, amount, part.registration_id,
    concat_ws(', ', case when movement.kind = 'deposit' then 'Cash taken to the bank, ' || bank
      when method = 'mtn' then '${feeMethodNames.mtn}' when method = 'airtel' then '${feeMethodNames.airtel}'
      when method = 'bank' then 'Bank' else 'Cheque' end, operator_id),
    coalesce(part.receipt_number, operator_id), null, null, null, null
  from days, fee_movements as movement left join lateral (
    select registration_id, receipt_number from fee_parts where movement_id = movement.id order by id limit 1
  ) as part on true, lateral (
    select min(recorded_at) as confirmed_at from fee_confirmations where movement_id = movement.id
  ) as own, lateral (
    select coalesce(confirmed_at, greatest(recorded_at, (received_on + confirm_days)::timestamp at time zone '${timeZone}'))
      as due
  ) as limits
  where ${isUnconfirmedSql} and due >= since and due < least(until, at_most)
  union all
  select 'donation', cancelled_at, coalesce(recorded_by, cancelled_by), case when currency = '${place.currency}' then amount else 0 end,
    null, concat_ws(': ', case when currency <> '${place.currency}' then currency || ' ' || amount end, cancel_reason),
    cancellation_number, receipt_number, receipt_code, cancelled_by, null
  from donations, days where cancelled_by is not null and cancelled_at >= since and cancelled_at < until
  union all
  select 'difference', recorded_at, coalesce(cashier, recorded_by), counted - expected, null, note, ${emptyReceiptColumnsSql}
  from cash_closings, days where counted <> expected and recorded_at >= since and recorded_at < until
  union all
  select 'recount', recorded_at, recorded_by, counted - expected, null,
    'Counted ${place.currency} ' || to_char(counted, 'FM999,999,999,990') || ' of ${place.currency} ' || to_char(expected, 'FM999,999,999,990')
      || ' first', ${emptyReceiptColumnsSql}
  from cash_counts, days where recorded_at >= since and recorded_at < until
  union all
  select 'reprint', printed.recorded_at, printed.recorded_by, abs(part.amount), part.registration_id, null,
    printed.number, null, receipt_code, null, null
  from days, fee_prints as printed join fee_parts as part on part.id = part_id
  where printed.recorded_at >= since and printed.recorded_at < until and exists (
    select from fee_prints as earlier
    where earlier.part_id = printed.part_id and earlier.number = printed.number and earlier.id < printed.id)
  union all
  select case when part.amount < 0 or ${hasLeftAccountSql} then 'move' else 'assignment' end, part.recorded_at,
    part.recorded_by, abs(part.amount), part.registration_id, part.reason, null, null, null, null, part.id
  from days, fee_parts as part join fee_movements as movement on movement.id = part.movement_id
  where part.recorded_at >= since and part.recorded_at < until and ${isStepSql}`;

/** SQL of the notes about prices, and about people who owe less than the price. */
const noteRowsSql = `select kind, created_at, recorded_by, amount::float8, registration_id, note, ${emptyReceiptColumnsSql}
  from control_notes, days where created_at >= since and created_at < until`;

const importRowsSql = `select 'import', recorded_at, recorded_by, amount::float8, null::int, file_name, id::text, null, null, null, null
  from statement_imports, days where recorded_at >= since and recorded_at < until`;

/** Lists the events of these days, latest first. The day `until` is excluded. */
export async function listControlEvents(ctx: ReadingCtx, { from, until }: { from: string; until: string }) {
  const { confirmDays } = (await getSite(ctx)).view.fees;
  const sinceInstant = fromLocalTime(`${from}T00:00`);
  const untilInstant = fromLocalTime(`${until}T00:00`);
  const rows = await readRows(ctx.em, controlRowColumns)(
    `with days as (select ?::timestamptz as since, ?::timestamptz as until, ?::timestamptz as at_most,
       ?::int as confirm_days), found as (${controlRowsSql} union all ${noteRowsSql}
         union all ${importRowsSql})
     select kind, ${instantSql('at')} as at, by, "doneBy", amount, ${fullNameSql('registrations.')} as name,
       registrations.id as "registrationId", reason, number, "receiptNumber", code as "receiptCode", "partId"
     from found left join registrations on registrations.id = found.registration_id and deleted_at is null
     order by found.at desc, number desc`,
    [sinceInstant, untilInstant, ctx.now(), confirmDays],
  );
  const moneySteps = await readMoneySteps(
    ctx,
    rows.flatMap(({ partId }) => partId ?? []),
  );
  const stepsByPart = new Map(moneySteps.map((step) => [step.id, step]));
  const importCondition = {
    sql: 'source.recorded_at >= ? and source.recorded_at < ?',
    values: [sinceInstant, untilInstant],
  };
  const statementsById = new Map((await listImports(ctx, importCondition)).map((one) => [`${one.id}`, one]));
  return rows.map(({ partId, ...row }) => {
    const importedStatement = (row.kind === 'import' && statementsById.get(row.number ?? '')) || null;
    const moneyStep = partId === null ? undefined : stepsByPart.get(partId);
    if (!moneyStep) return { ...row, statement: importedStatement, path: null };
    const firstPart = moneyStep.paths[0]?.[0];
    const receiptFields = {
      number: firstPart?.receiptNumber ?? null,
      receiptCode: firstPart?.receiptCode ?? null,
    };
    return { ...row, ...receiptFields, statement: importedStatement, path: describePaths(moneyStep) };
  });
}

/** Sums the events of each account and kind, sorted by account and kind. */
export function sumControlEvents(rows: readonly Pick<ControlRow, 'by' | 'kind' | 'amount'>[]) {
  const kindOrder = Object.keys(controlKinds);
  const eventSums = [...Map.groupBy(rows, ({ by, kind }) => `${by} ${kind}`).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const summedAmount = sumAmounts(group);
    return [{ by: first.by, kind: first.kind, count: group.length, amount: summedAmount }];
  });
  return eventSums.sort(
    (a, b) => (a.by ?? '').localeCompare(b.by ?? '') || kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind),
  );
}

/** Takes a month, or the days from `from` to `to`, both included. */
export async function readControlEvents(ctx: ReadingCtx, { month, from = `${month}-01`, to }: ControlQuery) {
  const endDay = to ? addDays(to, 1) : `${addDays(from, 31).slice(0, 7)}-01`;
  const controlEvents = await listControlEvents(ctx, { from, until: endDay });
  return { items: controlEvents, sums: sumControlEvents(controlEvents) };
}
