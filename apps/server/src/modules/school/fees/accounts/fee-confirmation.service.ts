import type { Ctx, TxCtx } from '../../../../context.ts';
import { int, readRows, text, textOrNull } from '../../../../sql.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';

/**
 * SQL condition of `movement`: somebody recorded it by hand, nobody has taken it back, and no statement has confirmed
 * it.
 */
export const isUnconfirmedSql = `movement.kind in ('payment', 'deposit') and not movement.is_imported
    and movement.recorded_by is not null and movement.method in ('mtn', 'airtel', 'bank', 'cheque')
    and coalesce(movement.operator_id, '') not like 'LINE-%'
    and not exists (select from fee_movements as counter where counter.counters = movement.id)
    and not exists (select from fee_confirmations where movement_id = movement.id)`;

const unconfirmedColumns = {
  movementId: int,
  /** Null for unassigned money, and for cash that was taken to the bank. */
  receiptNumber: textOrNull,
  operatorId: textOrNull,
  amount: int,
  receivedOn: text,
  recordedBy: text,
  /** Names of the people it belongs to, without deleted ones. */
  names: textOrNull,
};

/**
 * Movements of these days, both included, or with these ids. `methods` are those that the statement's lines can have.
 */
export const listUnconfirmed = (
  { em }: Pick<Ctx, 'em'>,
  methods: readonly string[],
  { from, to, ids }: { from: string; to: string; ids: readonly number[] },
) =>
  readRows(em, unconfirmedColumns)(
    `select movement.id as "movementId", receipt as "receiptNumber", operator_id as "operatorId", amount,
       received_on::text as "receivedOn", recorded_by as "recordedBy", names
     from fee_movements as movement cross join lateral (
       select min(receipt_number) as receipt,
         string_agg(${fullNameSql('registrations.')}, ', ' order by fee_parts.id) filter (where deleted_at is null) as names
       from fee_parts left join registrations on registrations.id = registration_id where movement_id = movement.id
     ) as part
     where ${isUnconfirmedSql} and method in (select jsonb_array_elements_text(?::jsonb))
       and (received_on between ?::date and ?::date or movement.id = any(?::int[]))
     order by received_on, movement.id`,
    [JSON.stringify(methods), from, to, `{${ids}}`],
  );

interface ConfirmingLine {
  movementId: number;
  /** Transaction ID of the line. */
  lineId: string;
}

/** The first line that confirms a movement stays the one. */
export async function confirmMovements(tx: TxCtx, lines: readonly ConfirmingLine[]): Promise<void> {
  await tx.em.execute(
    `insert into fee_confirmations (movement_id, line_id, recorded_at, recorded_by)
     select "movementId", "lineId", ?, ?
     from jsonb_to_recordset(?::jsonb) as given ("movementId" int, "lineId" text) on conflict do nothing`,
    [tx.now(), tx.actor?.email ?? null, JSON.stringify(lines)],
  );
}

/** Removes confirmations by lines that turned out to be other payments. */
export async function forgetConfirmations({ em }: TxCtx, lines: readonly ConfirmingLine[]): Promise<void> {
  await em.execute(
    `delete from fee_confirmations using jsonb_to_recordset(?::jsonb) as given ("movementId" int, "lineId" text)
     where movement_id = "movementId" and plain_id(line_id) = plain_id("lineId")`,
    [JSON.stringify(lines)],
  );
}
