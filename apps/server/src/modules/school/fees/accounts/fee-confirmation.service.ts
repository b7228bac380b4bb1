import type { FeeMethod } from '@institute/contract/fees.constants';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { bool, int, readRows, text, textOrNull } from '../../../../sql.ts';
import { fullNameSql } from '../../registrations/registration.entity.ts';

const isNotCancelledSql = `not exists (select from fee_movements as counter where counter.counters = movement.id)`;

/**
 * SQL condition of `movement`: somebody recorded it by hand, it is not cancelled, and no statement has confirmed
 * it. A statement that the recording account itself imported counts only after another account has compared it.
 */
export const isUnconfirmedSql = `movement.kind in ('payment', 'deposit') and not movement.is_imported
    and movement.recorded_by is not null and movement.method in ('mtn', 'airtel', 'bank', 'cheque')
    and ${isNotCancelledSql}
    and not exists (
      select from fee_confirmations as confirmation left join statement_imports as source on source.id = import_id
      where movement_id = movement.id and (source.id is null or source.recorded_by <> movement.recorded_by
        or exists (select from statement_comparisons where import_id = source.id)))`;

const unconfirmedColumns = {
  movementId: int,
  /** Null for unassigned money, and for cash that was taken to the bank. */
  receiptNumber: textOrNull,
  operatorId: textOrNull,
  amount: int,
  receivedOn: text,
  recordedBy: text,
  /** Names of the people to whom the money belongs, without deleted ones. */
  names: textOrNull,
  /** True when a statement import stored the movement. */
  isImported: bool,
  /** True when an import of the caller has confirmed it, so that another import of the caller changes nothing. */
  isConfirmedByCaller: bool,
};

/**
 * SQL condition of statement imports from the same wallet. Two statements of one operator count as the same wallet
 * when one of them does not name its wallet.
 */
const isSameWalletImportSql = `method = ? and (wallet = ? or (method <> 'bank' and '' in (wallet, ?)))`;

/**
 * Lists movements of these days, both included, or with these ids: those that no statement has confirmed, and
 * those that earlier statements of the wallet stored.
 */
export const listUnconfirmedMovements = (
  { em, actor }: Pick<Ctx, 'em' | 'actor'>,
  { method, wallet }: { method: FeeMethod; wallet: string },
  { from, to, ids }: { from: string; to: string; ids: readonly number[] },
) =>
  readRows(em, unconfirmedColumns)(
    `select movement.id as "movementId", receipt as "receiptNumber", operator_id as "operatorId", amount,
       received_on::text as "receivedOn", recorded_by as "recordedBy", names, is_imported as "isImported",
       exists (
         select from fee_confirmations join statement_imports as source on source.id = fee_confirmations.import_id
         where movement_id = movement.id and source.recorded_by = ?) as "isConfirmedByCaller"
     from fee_movements as movement cross join lateral (
       select min(receipt_number) as receipt,
         string_agg(${fullNameSql('registrations.')}, ', ' order by fee_parts.id) filter (where deleted_at is null) as names
       from fee_parts left join registrations on registrations.id = registration_id where movement_id = movement.id
     ) as part
     where (${isUnconfirmedSql} or (${isNotCancelledSql}
         and import_id in (select id from statement_imports where ${isSameWalletImportSql})))
       and method in (select jsonb_array_elements_text(?::jsonb))
       and (received_on between ?::date and ?::date or movement.id = any(?::int[]))
     order by received_on, movement.id`,
    [
      actor?.email ?? '',
      method,
      wallet,
      wallet,
      // The statement of a bank also contains cheques
      JSON.stringify(method === 'bank' ? ['bank', 'cheque'] : [method]),
      from,
      to,
      `{${ids}}`,
    ],
  );

interface ConfirmingLine {
  movementId: number;
  /** Transaction ID of the line. */
  lineId: string;
}

/** Every import may confirm a movement: that of another account counts beside that of who recorded it. */
export async function confirmMovements(
  tx: TxCtx,
  importId: number,
  lines: readonly ConfirmingLine[],
): Promise<void> {
  await tx.em.execute(
    `insert into fee_confirmations (movement_id, line_id, import_id, recorded_at, recorded_by)
     select "movementId", "lineId", ?, ?, ?
     from jsonb_to_recordset(?::jsonb) as given ("movementId" int, "lineId" text) on conflict do nothing`,
    [importId, tx.now(), tx.actor?.email ?? null, JSON.stringify(lines)],
  );
}

/** Deletes confirmations by lines that the office has found to be other payments. */
export async function forgetConfirmations({ em }: TxCtx, lines: readonly ConfirmingLine[]): Promise<void> {
  await em.execute(
    `delete from fee_confirmations using jsonb_to_recordset(?::jsonb) as given ("movementId" int, "lineId" text)
     where movement_id = "movementId" and plain_id(line_id) = plain_id("lineId")`,
    [JSON.stringify(lines)],
  );
}
