import { type ControlKind, controlKinds, sumAmounts } from '@institute/contract/fees.constants';
import { addDays, kampalaInstant, timeZone } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { int, intOrNull, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';
import { instantSql } from '../accounts/fee-line.service.ts';

const controlRowColumns = {
  kind: z.enum(Object.keys(controlKinds) as ControlKind[]),
  at: text,
  /** Null: a program. */
  by: textOrNull,
  /** Whole UGX. Negative where cash was missing, and for a discount that was taken back. */
  amount: int,
  name: textOrNull,
  registrationId: intOrNull,
  reason: textOrNull,
  /** Number of its paper, as in the book. */
  number: textOrNull,
  receiptCode: textOrNull,
};
type ControlRow = Row<typeof controlRowColumns>;

const noPaper = 'null::text as number, null::text as code';

/** SQL of what was done from one instant until before another. `found` are rows of one table. */
const controlRows = `
  select case kind when 'discount' then 'discount' else 'reversal' end as kind, created_at as at,
    recorded_by as by, -amount::float8 as amount, registration_id, concat_ws(': ', nullif(label, ''), reason) as reason,
    ${noPaper}
  from charges, days where kind in ('discount', 'reversal') and created_at >= since and created_at < until
  union all
  select case when kind = 'refund' then 'refund' when kind = 'payment' then 'backdated'
      when part.id is null then 'dismissed' else 'countered' end, movement.recorded_at, movement.recorded_by,
    abs(movement.amount), registration_id, coalesce(movement.reason, movement.note),
    coalesce(movement.number, receipt_number), receipt_code
  from days, fee_movements as movement left join lateral (
    select id, registration_id, receipt_number, receipt_code from fee_parts
    where movement_id = movement.id order by id limit 1
  ) as part on true
  where movement.recorded_at >= since and movement.recorded_at < until and (kind <> 'payment'
    or (movement.recorded_by is not null and received_on < (movement.recorded_at at time zone '${timeZone}')::date - 7))
  union all
  select 'difference', recorded_at, coalesce(cashier, recorded_by), counted - expected, null, note, ${noPaper}
  from cash_closings, days where counted <> expected and recorded_at >= since and recorded_at < until
  union all
  select 'recount', recorded_at, recorded_by, counted - expected, null,
    'Counted UGX ' || to_char(counted, 'FM999,999,999,990') || ' of UGX ' || to_char(expected, 'FM999,999,999,990')
      || ' first', ${noPaper}
  from cash_counts, days where recorded_at >= since and recorded_at < until
  union all
  select 'reprint', created_at, user_email, coalesce(part.amount, abs(movement.amount)),
    coalesce(part.registration_id, entity_id), null, printed.number, receipt_code
  from days, lateral (
    select *, split_part(description, ' ', 3) as number from activities
    where created_at >= since and created_at < until and type = 'view' and entity_type = 'registration'
      and description like 'Printed receipt %'
  ) as printed
  left join fee_parts as part on receipt_number = printed.number
  left join fee_movements as movement on movement.number = printed.number
  where exists (select from activities as earlier where earlier.entity_type = 'registration'
    and earlier.entity_id = printed.entity_id and earlier.id < printed.id and earlier.description = printed.description)`;

/** Latest first. */
export async function listControl({ em }: Pick<Ctx, 'em'>, { from, until }: { from: string; until: string }) {
  return readRows(em, controlRowColumns)(
    `with days as (select ?::timestamptz as since, ?::timestamptz as until), found as (${controlRows})
     select kind, ${instantSql('at')} as at, by, amount, ${fullNameSql('registrations.')} as name,
       registrations.id as "registrationId", reason, number, code as "receiptCode"
     from found left join registrations on registrations.id = found.registration_id and deleted_at is null
     order by found.at desc, number desc`,
    [from, until].map((day) => kampalaInstant(`${day}T00:00`)),
  );
}

/** In the order of people and kinds. */
export function sumControl(rows: readonly ControlRow[]) {
  const order = Object.keys(controlKinds);
  const sums = [...Map.groupBy(rows, ({ by, kind }) => `${by} ${kind}`).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const amount = sumAmounts(group);
    return [{ by: first.by, kind: first.kind, count: group.length, amount }];
  });
  return sums.sort(
    (a, b) => (a.by ?? '').localeCompare(b.by ?? '') || order.indexOf(a.kind) - order.indexOf(b.kind),
  );
}

export async function readControl(ctx: Pick<Ctx, 'em'>, month: string) {
  const from = `${month}-01`;
  const until = `${addDays(from, 31).slice(0, 7)}-01`;
  const items = await listControl(ctx, { from, until });
  return { items, sums: sumControl(items) };
}
