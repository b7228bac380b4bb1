import { feeKinds, feeMethods, feeStates } from '@institute/contract/fees.constants';
import { kampalaInstant, timeZone } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { shownFields } from '../../../../database/shown-fields.ts';
import { bool, int, intOrNull, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import type { FindProof } from '../../../platform/numbered-documents/proof-code.service.ts';
import { listFullNames } from '../../../platform/numbered-documents/receipt-file.service.ts';
import { ChargeEntity } from '../../charges/charge.entity.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';

type Reader = Pick<Ctx, 'em'>;

const moneyColumns = {
  method: z.enum(feeMethods),
  operatorId: textOrNull,
  amount: int,
  receivedOn: text,
  payerName: textOrNull,
  payerPhone: textOrNull,
  note: textOrNull,
  recordedBy: textOrNull,
  createdAt: text,
};

/** A line of an account: whose money it is, how it moved, and what became of it. */
const feeLineColumns = {
  ...moneyColumns,
  /** Id of the part, or of an online payment that is no money yet. */
  id: int,
  /** Null without money. */
  movementId: intOrNull,
  /** Null for unassigned money. */
  registrationId: intOrNull,
  kind: z.enum(feeKinds),
  /** What has not moved away. */
  left: int,
  state: z.enum(feeStates),
  /** No money moved. */
  isTest: bool,
  /** Moved from another account, or to it. */
  isMoved: bool,
  receiptNumber: textOrNull,
  receiptCode: textOrNull,
  refundNumber: textOrNull,
  cancellationNumber: textOrNull,
  cancelledAt: textOrNull,
  reason: textOrNull,
};
export type FeeLine = Row<typeof feeLineColumns>;

export const instantSql = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of the sum of what moved away from a part. */
export const movedAwaySql = `(select coalesce(sum(amount), 0)::int from fee_parts as away
  where away.moved_from = part.id and away.amount < 0)`;

const movementColumns = `movement.method, movement.operator_id as "operatorId"`;
const payerColumns = `payer_name as "payerName", payer_phone as "payerPhone", note`;

/** SQL of the parts of movements, each with what has taken it back. */
const partLines = `select part.id, movement.id as "movementId", part.registration_id as "registrationId",
    case when part.amount < 0 then 'refund' else 'payment' end as kind, ${movementColumns},
    abs(part.amount) as amount, case when part.amount > 0 then part.amount + ${movedAwaySql} else 0 end as left,
    case when counter.id is null then 'received' else 'cancelled' end as state,
    coalesce(case when part.moved_from is not null then (part.recorded_at at time zone '${timeZone}')::date end,
      movement.received_on)::text as "receivedOn", movement.${payerColumns.replaceAll(', ', ', movement.')},
    false as "isTest", part.moved_from is not null as "isMoved", part.receipt_number as "receiptNumber",
    part.receipt_code as "receiptCode", case when movement.kind = 'refund' then movement.number end as "refundNumber",
    counter.number as "cancellationNumber", ${instantSql('counter.recorded_at')} as "cancelledAt",
    coalesce(counter.reason, part.reason, movement.reason) as reason, part.recorded_by as "recordedBy",
    ${instantSql('part.recorded_at')} as "createdAt"
  from fee_parts as part join fee_movements as movement on movement.id = part.movement_id
  left join fee_movements as counter on counter.counters = movement.id
  where movement.kind <> 'counter'`;

const noPayer = `null as "payerName", null as "payerPhone", null as note`;
const noPaper = `null as "refundNumber", null as "cancellationNumber", null as "cancelledAt"`;

/** SQL of online payments that are no money. */
const attemptLines = `select id, null::int as "movementId", registration_id as "registrationId", 'payment' as kind,
    'online' as method, tx_ref as "operatorId", amount, 0 as left, state,
    coalesce(received_on, (created_at at time zone '${timeZone}')::date)::text as "receivedOn", ${noPayer},
    is_test as "isTest", false as "isMoved", receipt_number as "receiptNumber", receipt_code as "receiptCode",
    ${noPaper}, null as reason, null as "recordedBy", ${instantSql('created_at')} as "createdAt"
  from online_fees where (state <> 'received' or is_test)`;

/** SQL of one row for each payment of which something is unassigned. */
export const unassignedSql = `select movement.id, movement.id as "movementId", ${movementColumns},
    movement.amount - coalesce(assigned, 0)::int as amount, movement.amount as total,
    received_on::text as "receivedOn", ${payerColumns}, recorded_by as "recordedBy",
    ${instantSql('movement.recorded_at')} as "createdAt"
  from fee_movements as movement
  left join (select movement_id, sum(amount) as assigned from fee_parts group by movement_id) as parts
    on movement_id = movement.id
  where kind = 'payment' and movement.amount > coalesce(assigned, 0)
    and not exists (select from fee_movements as counter where counter.counters = movement.id)`;

export const unassignedColumns = {
  ...moneyColumns,
  id: int,
  movementId: int,
  /** Amount of the whole payment. */
  total: int,
};

/** SQL of the same as lines. */
const unassignedLines = `select id, "movementId", null::int as "registrationId", 'payment' as kind, method, "operatorId",
    amount, 0 as left, 'received' as state, "receivedOn", "payerName", "payerPhone", note, false as "isTest",
    false as "isMoved", null as "receiptNumber", null as "receiptCode", ${noPaper}, null as reason, "recordedBy",
    "createdAt" from (${unassignedSql}) as unassigned`;

/** Oldest charges first, newest payments first. With `payerPhone` also what was paid from it, for whomever. */
export async function listLines(
  { em }: Reader,
  registrations: readonly number[],
  payerPhone: string | null = null,
) {
  const of = `{${registrations}}`;
  const charges = await em.find(
    ChargeEntity,
    { registrationId: { $in: [...registrations] } },
    { orderBy: { dueOn: 'asc', id: 'asc' }, disableIdentityMap: true },
  );
  const isOf = 'part.registration_id = any(?::int[])';
  const own = payerPhone ? `(${isOf} or dialled(movement.payer_phone) = ?)` : isOf;
  const unassigned = payerPhone ? `union all ${unassignedLines} where dialled("payerPhone") = ?` : '';
  const phone = payerPhone ? [payerPhone] : [];
  const payments = await readRows(em, feeLineColumns)(
    `${partLines} and ${own} union all ${attemptLines} and registration_id = any(?::int[]) ${unassigned}
     order by "receivedOn" desc, id desc`,
    [of, ...phone, of, ...phone],
  );
  return {
    charges: charges.map((row) => ({
      ...shownFields(row, 'id', 'registrationId', 'kind', 'label', 'amount', 'dueOn'),
      ...shownFields(row, 'reason', 'reverses', 'recordedBy', 'createdAt'),
    })),
    payments,
  };
}

/** `isTest`: the id is that of an online payment. */
export async function findLine(
  { em }: Reader,
  { id, isTest = false }: { id: number; isTest?: boolean | undefined },
): Promise<FeeLine | undefined> {
  const sql = isTest ? `${attemptLines} and id = ?` : `${partLines} and part.id = ?`;
  const [line] = await readRows(em, feeLineColumns)(sql, [id]);
  return line;
}

/** Lists the lines of all people of a movement. */
export const listMovementLines = ({ em }: Reader, movementId: number): Promise<FeeLine[]> =>
  readRows(em, feeLineColumns)(`${partLines} and movement.id = ? order by part.id`, [movementId]);

export async function findStudent({ em }: Reader, id: number | null | undefined) {
  const [student] = id
    ? await readRows(em, { name: text, reference: text })(
        `select ${fullNameSql()} as name, reference from registrations where id = ? and deleted_at is null`,
        [id],
      )
    : [];
  return student;
}

const proofColumns = {
  number: text,
  amount: int,
  receivedOn: text,
  isTest: bool,
  isCancelled: bool,
  payerName: textOrNull,
  registrationId: intOrNull,
};

/**
 * Null when no fee was paid with this receipt. The code is bare. A receipt whose money became unassigned is no
 * longer valid.
 */
export const findFeeProof: FindProof = async ({ em }, code) => {
  const [proof] = await readRows(em, proofColumns)(
    `select "receiptNumber" as number, amount, "receivedOn", "isTest", "payerName", "registrationId",
       state = 'cancelled' or amount + (
         select coalesce(sum(amount), 0) from fee_parts where moved_from = line.id) <= 0 as "isCancelled"
     from (${partLines} and part.receipt_code = ?) as line
     union all select number, amount, received_on::text, false, payer_name, null,
       exists (select from fee_movements as counter where counter.counters = movement.id)
     from fee_movements as movement where code = ?
     union all select receipt_number, amount, received_on::text, true, null, registration_id, false
     from online_fees where receipt_code = ? and is_test`,
    [code, code, code],
  );
  if (!proof) return null;
  const { receivedOn, payerName, registrationId, ...shown } = proof;
  const student = await findStudent({ em }, registrationId);
  const fullNames = await listFullNames([student?.name, payerName]);
  return { ...shown, currency: 'UGX', paidAt: kampalaInstant(`${receivedOn}T12:00`), fullNames };
};
