import { feeKinds, feeMethods, feeStates } from '@institute/contract/fees.constants';
import { timeZone } from '@institute/contract/time';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../../database/timestamps.ts';

const emptyReceiptColumnsSql = `null as refund_number, null as cancellation_number, null::timestamptz as cancelled_at`;

/** SQL of the parts of movements, each with its counter-movement if it is cancelled. */
const partLinesSql = `select 'part' as source, part.id, movement.id as movement_id, part.registration_id,
    case when part.amount < 0 then 'refund' else 'payment' end as kind, movement.method, movement.operator_id,
    abs(part.amount) as amount, movement.amount as total,
    case when part.amount > 0 then part.amount + (
      select coalesce(sum(amount), 0)::int from fee_parts as away where away.moved_from = part.id and away.amount < 0
    ) else 0 end as "left",
    case when counter.id is null then 'received' else 'cancelled' end as state,
    case when part.moved_from is null then movement.received_on
      else (part.recorded_at at time zone '${timeZone}')::date end as received_on,
    movement.payer_name, movement.payer_phone, movement.note, false as is_test,
    part.moved_from is not null as is_moved, part.receipt_number, part.receipt_code,
    case when movement.kind = 'refund' then movement.number end as refund_number,
    counter.number as cancellation_number, counter.recorded_at as cancelled_at,
    coalesce(counter.reason, part.reason, movement.reason) as reason, part.recorded_by, part.recorded_at as created_at
  from fee_parts as part join fee_movements as movement on movement.id = part.movement_id
  left join fee_movements as counter on counter.counters = movement.id
  where movement.kind <> 'counter'`;

/** SQL of online payments in which no money moved. */
const onlineAttemptsSql = `select 'attempt', id, null, registration_id, 'payment', 'online', tx_ref, amount, amount, 0, state,
    coalesce(received_on, (created_at at time zone '${timeZone}')::date), null, null, null, is_test, false,
    receipt_number, receipt_code, ${emptyReceiptColumnsSql}, null, null, created_at
  from online_fees where state <> 'received' or is_test`;

/** SQL of the money of payments that is not assigned yet. */
const unassignedLinesSql = `select 'unassigned', movement.id, movement.id, null, 'payment', method, operator_id,
    movement.amount - coalesce(assigned, 0)::int, movement.amount, 0, 'received', received_on,
    payer_name, payer_phone, note, false, false, null, null, ${emptyReceiptColumnsSql}, null, recorded_by, movement.recorded_at
  from fee_movements as movement
  left join (select movement_id, sum(amount) as assigned from fee_parts group by movement_id) as shares
    on movement_id = movement.id
  where kind = 'payment' and movement.amount > coalesce(assigned, 0)
    and not exists (select from fee_movements as counter where counter.counters = movement.id)`;

/** View of the payment lines of accounts, which shows the person, the moves and the state of the money. */
export const FeeLineEntity = defineEntity({
  name: 'FeeLine',
  tableName: 'fee_lines',
  view: true,
  expression: `${partLinesSql} union all ${onlineAttemptsSql} union all ${unassignedLinesSql}`,
  properties: {
    source: p.enum(['part', 'attempt', 'unassigned'] as const).primary(),
    /** Id of the part, the online payment or the movement, depending on `source`. */
    id: p.integer().primary(),
    /** Null for lines in which no money moved. */
    movementId: p.integer().nullable(),
    /** Null for unassigned money. */
    registrationId: p.integer().nullable(),
    kind: p.enum(feeKinds),
    method: p.enum(feeMethods),
    operatorId: p.string().nullable(),
    /** Whole UGX, never negative. */
    amount: p.integer(),
    /** Amount of the whole movement. */
    total: p.integer(),
    /** Amount that was not moved to another account. */
    left: p.integer(),
    state: p.enum(feeStates),
    /** A day in Kampala. */
    receivedOn: p.date(),
    payerName: p.string().nullable(),
    payerPhone: p.string().nullable(),
    note: p.string().nullable(),
    /** True for a payment of the sandbox, in which no money moved. */
    isTest: p.boolean(),
    /** True for a part of a move: money that came from another account, or left for another one. */
    isMoved: p.boolean(),
    receiptNumber: p.string().nullable(),
    receiptCode: p.string().nullable(),
    refundNumber: p.string().nullable(),
    cancellationNumber: p.string().nullable(),
    cancelledAt: instantColumn().nullable(),
    reason: p.string().nullable(),
    recordedBy: p.string().nullable(),
    createdAt: instantColumn(),
  },
});
export type FeeLineRow = InferEntity<typeof FeeLineEntity>;

/**
 * View of what each account owed after each charge, in the order of the due days. Charges of one day are added up
 * in every row of that day. A person who has paid less than `running` owes money on that day.
 */
export const FeeDueDayEntity = defineEntity({
  name: 'FeeDueDay',
  tableName: 'fee_due_days',
  view: true,
  expression: `select id, registration_id, due_on,
    (sum(amount) over (partition by registration_id order by due_on))::float8 as running from charges`,
  properties: {
    /** Id of the charge. */
    id: p.integer().primary(),
    registrationId: p.integer(),
    dueOn: p.date(),
    /** Sum of all charges up to this day, in whole UGX. */
    running: p.double(),
  },
});
