import type { FeePaymentInput, RefundInput } from '@institute/contract';
import {
  feeMethods,
  feePaymentNotFound,
  formatBalance,
  isBackdated,
  isNumberOfOurOwn,
  type movementKinds,
  sumAmounts,
} from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { receiptCodeLength } from '@institute/contract/receipts.constants';
import { addDays, toLocalDay, toLocalTime, toLocalYear } from '@institute/contract/time';
import * as z from 'zod';
import { refuseUnconfirmedPassword, refuseUnlessOwner } from '../../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { assignNewIds } from '../../../../database/insert-all.ts';
import { lockRowOrNotFound } from '../../../../database/row-lock.ts';
import { pickFields } from '../../../../database/shown-fields.ts';
import { AppError, invalidInputError } from '../../../../errors.ts';
import { bool, int, listIds, readRows, text, textOrNull } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { takeNumber, takeNumbers } from '../../../platform/numbered-documents/number-series.service.ts';
import { makeProofCode } from '../../../platform/numbered-documents/proof-code.service.ts';
import { queueEvents } from '../../../platform/webhooks/webhook-event.service.ts';
import { resolveCashBox } from './cash-box.service.ts';
import { lockAccountHolder, lockAllHolders, recordFeeActivity } from './charge-office.service.ts';
import { feeChangeMessage, feeReceiptMessage } from './fee.messages.ts';
import { readAccountSums } from './fee-account.service.ts';
import {
  FeeMovementEntity,
  type FeeMovementRow,
  FeePartEntity,
  type FeePartRow,
} from './fee-ledger.entity.ts';
import { queueHolderMessages, queueUnassignedMessages } from './fee-notice.service.ts';
import { guardMoneyMoves } from './moved-money.service.ts';

/** Most days between the day on the slip, which the desk records, and the day in the bank's books. */
export const SLIP_DAYS = 3;

export const formatShillings = (amount: number): string => formatLocalMoney(amount);

export type NewMovement = Omit<FeePaymentInput, 'parts' | 'method'> & {
  kind: (typeof movementKinds)[number];
  method: FeeMovementRow['method'];
  reason?: string;
  number?: string;
  /** Email of the account whose cash this is. Default: the account that records it. */
  box?: string | null;
  /** Number of movements on record with this ID, which the new movement repeats on purpose. */
  before?: number;
  isImported?: boolean;
  /** Id of the statement import that stores the movement. */
  importId?: number | null;
};

export type NewPart = Pick<FeePartRow, 'movementId' | 'registrationId' | 'amount'>;

/** Closings and recordings wait for each other, so a closing never misses a movement with an earlier id. */
export async function lockClosings({ em }: TxCtx, who: 'close' | 'record'): Promise<void> {
  const lockFunction = who === 'close' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await em.execute(`select ${lockFunction}(hashtextextended('closings of cash', 0))`);
}

const sameOperatorIdSql = `fee_movements as earlier
  where earlier.method = given.method and plain_id(earlier.operator_id) = plain_id(given."operatorId")`;

/**
 * Only a statement import may store IDs in the institute's own form. A typed one would look like a line without an
 * ID.
 */
function refuseInstituteOperatorIds(movements: readonly NewMovement[]): void {
  const movementWithOwnNumber = movements.find(
    ({ operatorId, isImported }) => operatorId && !isImported && isNumberOfOurOwn(operatorId),
  );
  if (!movementWithOwnNumber) return;
  const message = 'This is a number of the institute itself. Write that of the bank or operator';
  throw invalidInputError([
    { path: movementWithOwnNumber.kind === 'deposit' ? 'slip' : 'operatorId', message },
  ]);
}

/** The unique key decides which of two simultaneous calls stores a transaction. Returns only the stored movements. */
export async function insertMovements<Movement extends NewMovement>(
  tx: TxCtx,
  movements: readonly Movement[],
): Promise<(Movement & { id: number })[]> {
  refuseInstituteOperatorIds(movements);
  await lockClosings(tx, 'record');
  const movementsWithIds = await assignNewIds(tx, FeeMovementEntity, movements);
  // The desk may be told the reference of an online payment, so the statement excludes those references
  const rows = await readRows(tx.em, { id: int })(
    `insert into fee_movements (id, recorded_at, recorded_by, kind, method, operator_id, turn, bank, amount,
       received_on, payer_name, payer_phone, note, reason, number, is_imported, box,
       import_id)
     select id, ?, ?, kind, method, "operatorId", coalesce(before, (select count(*) from ${sameOperatorIdSql}))
         + row_number() over (partition by method, plain_id("operatorId") order by id) - 1,
       bank, amount, "receivedOn", "payerName", "payerPhone", note, reason, number, "isImported" is true,
       box, "importId"
     from jsonb_to_recordset(?::jsonb) as given (id int, kind text, method text, "operatorId" text, bank text,
       amount int, "receivedOn" date, "payerName" text, "payerPhone" text, note text, reason text, number text,
       before int, again boolean, "isImported" boolean,
       box text, "importId" int)
     where not exists (select from online_fees where upper(tx_ref) = upper("operatorId"))
       and not exists (select from donations where upper(tx_ref) = upper("operatorId"))
       and (before is not null or not exists (
         select from ${sameOperatorIdSql} and not exists (select from fee_movements as counter where counter.counters = earlier.id)
           and (method <> 'cheque' or again is not true
             or (received_on = "receivedOn" and upper(earlier.bank) is not distinct from upper(given.bank)))
       ))
     on conflict do nothing returning id`,
    [tx.now(), tx.actor?.email ?? null, JSON.stringify(movementsWithIds)],
  );
  const storedIds = new Set(listIds(rows));
  return movementsWithIds.filter(({ id }) => storedIds.has(id));
}

/** Assigns money to people with the next receipt numbers. Applicants and guardians get the receipts. */
export async function insertParts(
  tx: TxCtx,
  parts: readonly (NewPart & Partial<Pick<FeePartRow, 'receiptNumber' | 'receiptCode'>>)[],
) {
  if (parts.length === 0) return [];
  const newNumberCount = parts.filter(({ receiptNumber }) => !receiptNumber).length;
  const newReceiptNumbers = await takeNumbers(tx, {
    series: 'FEE',
    year: toLocalYear(tx.now()),
    count: newNumberCount,
  });
  const rows = parts.map(({ receiptNumber, receiptCode, ...part }) => ({
    ...part,
    receiptNumber: receiptNumber ?? newReceiptNumbers.shift() ?? '',
    receiptCode: receiptCode ?? makeProofCode(receiptCodeLength),
  }));
  const storedParts = await readRows(tx.em, { id: int, number: text })(
    `insert into fee_parts (recorded_at, recorded_by, movement_id, registration_id, amount, receipt_number, receipt_code)
     select ?, ?, "movementId", "registrationId", amount, "receiptNumber", "receiptCode"
     from jsonb_to_recordset(?::jsonb) as given ("movementId" int, "registrationId" int, amount int,
       "receiptNumber" text, "receiptCode" text)
     returning id, receipt_number as number`,
    [tx.now(), tx.actor?.email ?? null, JSON.stringify(rows)],
  );
  const partIdsByReceiptNumber = new Map(storedParts.map(({ id, number }) => [number, id]));
  const newReceipts = rows.map((row) => ({
    ...row,
    partId: partIdsByReceiptNumber.get(row.receiptNumber) ?? 0,
  }));
  await queueEvents(
    tx,
    'fee.paid',
    newReceipts.map(({ partId: id, receiptNumber: reference }) => ({
      id,
      reference,
      status: 'received' as const,
    })),
  );
  const moneySteps = await guardMoneyMoves(tx, listIds(storedParts));
  const formerReceiptsByPart = new Map(moneySteps.map(({ id, formerReceipts }) => [id, formerReceipts]));
  const waysByMovement = await readPaymentWays(tx, rows);
  await queueHolderMessages(
    tx,
    feeReceiptMessage,
    newReceipts,
    ({ movementId, partId, amount, receiptNumber }, about) => ({
      partId,
      amount,
      receiptNumber,
      movedFrom: formerReceiptsByPart.get(partId) || null,
      ...waysByMovement.get(movementId),
      ...about,
    }),
  );
  return newReceipts;
}

/**
 * Reads how money came, by movement. Anybody who knows an online payment's reference sees its state: it is left
 * out.
 */
async function readPaymentWays({ em }: TxCtx, parts: readonly NewPart[]) {
  const rows = await readRows(em, { id: int, method: z.enum(feeMethods), operatorId: textOrNull })(
    `select id, method,
       case when method <> 'online' and not (is_imported and operator_id like 'LINE-%') then operator_id end as "operatorId"
     from fee_movements where id = any(?::int[])`,
    [`{${parts.map(({ movementId }) => movementId)}}`],
  );
  return new Map(rows.map(({ id, ...way }) => [id, way]));
}

type NewReceipt = Awaited<ReturnType<typeof insertParts>>[number];

export const toReceipts = (receipts: readonly NewReceipt[]) =>
  receipts.map((receipt) => pickFields(receipt, 'partId', 'registrationId', 'receiptNumber', 'receiptCode'));

/** Writes an entry of the activity log for each new receipt. */
export async function recordReceipts(
  tx: TxCtx,
  does: 'Recorded' | 'Assigned',
  receipts: readonly NewReceipt[],
  holders: readonly { id: number; reference: string }[],
): Promise<void> {
  for (const { registrationId, receiptNumber, amount } of receipts) {
    const holderReference = holders.find(({ id }) => id === registrationId)?.reference;
    const description = `${does} fee payment ${receiptNumber} of ${formatShillings(amount)} for registration ${holderReference}`;
    await recordFeeActivity(tx, registrationId, description);
  }
}

/** Records money that the office received. The applicants and their guardians get messages. */
export function recordPayment(ctx: Ctx, { again, parts, ...input }: FeePaymentInput) {
  if (isBackdated(input.receivedOn, toLocalDay(ctx.now()))) refuseUnlessOwner(ctx);
  return runInTransaction(ctx, async (tx) => {
    const paymentHolders = await lockAllHolders(tx, parts);
    if (!again) for (const newPart of parts) await refuseRepeatedPayment(tx, { ...input, ...newPart });
    const [storedMovement] = await insertMovements(tx, [{ ...input, again, kind: 'payment' }]);
    if (!storedMovement) throw await makeAlreadyRecordedError(tx, input);
    const { id } = storedMovement;
    const receipts = await insertParts(
      tx,
      parts.map((part) => ({ ...part, movementId: id })),
    );
    await recordReceipts(tx, 'Recorded', receipts, paymentHolders);
    const unassignedRest = input.amount - sumAmounts(parts);
    if (unassignedRest > 0) {
      await recordFeeActivity(tx, null, `Recorded ${formatShillings(unassignedRest)} that is unassigned`);
      const { payerName, payerPhone } = input;
      await queueUnassignedMessages(tx, [{ amount: unassignedRest, payerName, payerPhone }]);
    }
    return { id, receipts: toReceipts(receipts) };
  });
}

type TransactionKey = Pick<NewMovement, 'method' | 'operatorId' | 'bank' | 'receivedOn'>;

/** Finds what has this transaction ID. A cheque's number is unique for its bank and day only: then the error asks. */
async function makeAlreadyRecordedError(
  { em }: TxCtx,
  { method, operatorId = null, bank = null, receivedOn }: TransactionKey,
) {
  const recordedPayments = await readRows(em, { reference: textOrNull, receipt: textOrNull, isSame: bool })(
    `select reference, coalesce(receipt_number, number) as receipt, method <> 'cheque'
       or (received_on = ? and upper(bank) is not distinct from upper(?::text)) as "isSame" from fee_movements as movement
     left join fee_parts as part on movement_id = movement.id and receipt_number is not null
     left join registrations on registrations.id = registration_id
     where (method = ? or method = 'online') and plain_id(operator_id) = plain_id(?)
       and not exists (select from fee_movements as counter where counter.counters = movement.id)
     union all select reference, receipt_number, true from online_fees
     left join registrations on registrations.id = registration_id where upper(tx_ref) = upper(?)
     union all select null, receipt_number, true from donations where upper(tx_ref) = upper(?)
     order by "isSame" desc, receipt`,
    [receivedOn, bank, method, operatorId, operatorId, operatorId],
  );
  const [firstRecorded] = recordedPayments;
  const holderTexts = [
    firstRecorded?.reference,
    firstRecorded?.receipt && `receipt ${firstRecorded.receipt}`,
  ].filter(Boolean);
  const holderNames = holderTexts.join(', ') || 'nobody yet';
  const [path, message] =
    firstRecorded?.isSame === false
      ? ['again', `Another bank or day has a cheque with this number, for ${holderNames}. Record again?`]
      : ['operatorId', `This transaction is on record already, for ${holderNames}`];
  return new AppError('CONFLICT', message, { details: [{ path, message }] });
}

/**
 * Refuses the same amount for the same person and day. The day on a slip may differ by some days from the day of
 * the bank's line about it.
 */
async function refuseRepeatedPayment(
  { em }: TxCtx,
  {
    registrationId,
    amount,
    receivedOn,
    method,
  }: Pick<NewPart, 'registrationId' | 'amount'> & Pick<NewMovement, 'receivedOn' | 'method'>,
): Promise<void> {
  const isBankPayment = method === 'bank' || method === 'cheque';
  const [samePayment] = await readRows(em, { at: text, by: textOrNull })(
    `select movement.recorded_at as at, movement.recorded_by as by
     from fee_parts as part join fee_movements as movement on movement.id = movement_id
     where registration_id = ? and part.amount = ? and kind = 'payment' and moved_from is null
       and (received_on = ? or (? and is_imported and method = 'bank' and received_on between ?::date and ?::date))
       and not exists (select from fee_movements as counter where counter.counters = movement.id)
     order by part.id desc limit 1`,
    [
      registrationId,
      amount,
      receivedOn,
      isBankPayment,
      addDays(receivedOn, -SLIP_DAYS),
      addDays(receivedOn, SLIP_DAYS),
    ],
  );
  if (samePayment) throw askToRecordAgain(samePayment);
}

/** Makes the error that asks whether to record the same payment once more. */
export function askToRecordAgain({ at, by }: { at: string; by: string | null }): AppError {
  const recordedTimeText = toLocalTime(new Date(at).toISOString()).slice(11, 16);
  const message = `Recorded already by ${by ?? 'the payment provider'} at ${recordedTimeText}. Record again?`;
  return new AppError('CONFLICT', message, { details: [{ path: 'again', message }] });
}

/** The lock lets one transaction at a time change the parts of a movement. Lock the movement before the holders. */
export async function lockMovement(tx: TxCtx, id: number) {
  const movement = await lockRowOrNotFound(tx, FeeMovementEntity, { id }, { missing: feePaymentNotFound });
  if (await tx.em.count(FeeMovementEntity, { counters: id }))
    throw new AppError('CONFLICT', 'This payment is cancelled already');
  return movement;
}

/** Records a refund. The office pays the money back by hand. */
export function refundFees(ctx: Ctx, { registrationId, amount, ...input }: RefundInput) {
  refuseUnconfirmedPassword(ctx);
  return runInTransaction(ctx, async (tx) => {
    const { reference } = await lockAccountHolder(tx, registrationId);
    const { paid } = await readAccountSums(tx, registrationId);
    if (amount > paid) {
      const message = `At most what was paid: ${formatBalance(Math.max(0, paid))}`;
      throw invalidInputError([{ path: 'amount', message }]);
    }
    const cashBox = await resolveCashBox(tx, input.method, input.box);
    const refundNumber = await takeNumber(tx, 'REF', toLocalYear(tx.now()));
    const refund = {
      ...input,
      kind: 'refund',
      amount: -amount,
      receivedOn: toLocalDay(tx.now()),
      number: refundNumber,
      box: cashBox,
      again: true,
    } as const;
    const [storedRefund] = await insertMovements(tx, [refund]);
    if (!storedRefund) throw await makeAlreadyRecordedError(tx, refund);
    const { id } = storedRefund;
    const recordedFields = { recordedAt: tx.now(), recordedBy: tx.actor?.email ?? null };
    const part = { movementId: id, registrationId, amount: -amount };
    const partId = await tx.em.insert(FeePartEntity, { ...part, ...recordedFields });
    const description = `Refunded ${formatShillings(amount)} of fees of registration ${reference}: ${refundNumber}`;
    await recordFeeActivity(tx, registrationId, description);
    await queueHolderMessages(tx, feeChangeMessage, [part], (_, about) => ({
      partId,
      amount,
      number: refundNumber,
      ...about,
    }));
    return { id, number: refundNumber };
  });
}
