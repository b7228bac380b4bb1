import { Migration } from '@mikro-orm/migrations';

/**
 * What is owed and paid in each account, in whole UGX. `today` is a day in Kampala, by which charges are due.
 * With `before` only what was recorded earlier. Charges and parts are each added up in the order of an index,
 * which is faster than hashing, and a condition on `registration_id` reaches both.
 */
const feeAccounts = `create function public.fee_accounts(today date, before timestamptz)
  returns table (registration_id int, charged float8, due float8, paid float8)
  language sql stable parallel safe as $$
    select registration_id, sum(charged), sum(due), sum(paid) from (
      select registration_id, sum(amount)::float8 as charged,
        coalesce(sum(amount) filter (where due_on <= today), 0)::float8 as due, 0::float8 as paid
      from (
        select registration_id, due_on, amount from charges where before is null or created_at < before
        order by registration_id, due_on
      ) as charges group by registration_id
      union all
      select registration_id, 0, 0, sum(amount)::float8
      from (
        select registration_id, amount from fee_parts where before is null or recorded_at < before
        order by registration_id
      ) as parts group by registration_id
    ) as sums group by registration_id
  $$`;

export class FeeViews extends Migration {
  override up(): void {
    this.addSql(`create view "fee_lines" as select 'part' as source, part.id, movement.id as movement_id, part.registration_id,
    case when part.amount < 0 then 'refund' else 'payment' end as kind, movement.method, movement.operator_id,
    abs(part.amount) as amount, movement.amount as total,
    case when part.amount > 0 then part.amount + (
      select coalesce(sum(amount), 0)::int from fee_parts as away where away.moved_from = part.id and away.amount < 0
    ) else 0 end as "left",
    case when counter.id is null then 'received' else 'cancelled' end as state,
    case when part.moved_from is null then movement.received_on
      else (part.recorded_at at time zone 'Africa/Kampala')::date end as received_on,
    movement.payer_name, movement.payer_phone, movement.note, false as is_test,
    part.moved_from is not null as is_moved, part.receipt_number, part.receipt_code,
    case when movement.kind = 'refund' then movement.number end as refund_number,
    counter.number as cancellation_number, counter.recorded_at as cancelled_at,
    coalesce(counter.reason, part.reason, movement.reason) as reason, part.recorded_by, part.recorded_at as created_at
  from fee_parts as part join fee_movements as movement on movement.id = part.movement_id
  left join fee_movements as counter on counter.counters = movement.id
  where movement.kind <> 'counter' union all select 'attempt', id, null, registration_id, 'payment', 'online', tx_ref, amount, amount, 0, state,
    coalesce(received_on, (created_at at time zone 'Africa/Kampala')::date), null, null, null, is_test, false,
    receipt_number, receipt_code, null as refund_number, null as cancellation_number, null::timestamptz as cancelled_at, null, null, created_at
  from online_fees where state <> 'received' or is_test union all select 'unassigned', movement.id, movement.id, null, 'payment', method, operator_id,
    movement.amount - coalesce(assigned, 0)::int, movement.amount, 0, 'received', received_on,
    payer_name, payer_phone, note, false, false, null, null, null as refund_number, null as cancellation_number, null::timestamptz as cancelled_at, null, recorded_by, movement.recorded_at
  from fee_movements as movement
  left join (select movement_id, sum(amount) as assigned from fee_parts group by movement_id) as shares
    on movement_id = movement.id
  where kind = 'payment' and movement.amount > coalesce(assigned, 0)
    and not exists (select from fee_movements as counter where counter.counters = movement.id);`);

    this.addSql(`create view "fee_due_days" as select id, registration_id, due_on,
    (sum(amount) over (partition by registration_id order by due_on))::float8 as running from charges;`);

    this.addSql(feeAccounts);
  }
}
