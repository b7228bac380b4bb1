import { toComparableId } from '@institute/contract/fees.constants';
import { addDays, formatDate } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { bool, int, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { SLIP_DAYS } from '../accounts/fee-movement.service.ts';
import type { StatementMethod, StatementPayment } from './statement-lines.ts';
import { foldWords, isLineMark } from './statement-marks.ts';

/** The payment on record that a line may repeat. */
export interface Twin {
  movementId: number;
  /** Null for unassigned money. */
  receiptNumber: string | null;
}

export const toTwin = ({
  movementId,
  receiptNumber,
}: {
  movementId: number | null;
  receiptNumber: string | null;
}): Twin | null => (movementId === null ? null : { movementId, receiptNumber });

/** A line with the person to whom it belongs. */
export type OwnedPayment = StatementPayment & { registrationId: number | null };

const twinColumns = {
  movementId: int,
  id: textOrNull,
  method: text,
  day: text,
  amount: int,
  people: z.array(int),
  receiptNumber: textOrNull,
  isCancelled: bool,
  /** True for cash that was taken to the bank. */
  isDeposit: bool,
  /** Transaction ID of the line that has confirmed the record. */
  confirmedBy: textOrNull,
  /** True for a line without an ID of an earlier statement. */
  isLine: bool,
  words: z.array(textOrNull),
};
type TwinRecord = Row<typeof twinColumns>;

const dayDistances = Array.from({ length: 2 * SLIP_DAYS + 1 }, (_, at) => at - SLIP_DAYS);

/**
 * Finds the twins of lines, by line number: payments that the desk recorded under another ID, and stored lines
 * without an ID that differ in the balance alone. A record is the twin of one line at most. `ids` are those of the
 * whole file: a record with one of them is that line, not a twin.
 */
export async function findTwins(
  ctx: Pick<Ctx, 'em'>,
  method: StatementMethod,
  payments: readonly OwnedPayment[],
  ids: readonly string[],
): Promise<Map<number, TwinRecord>> {
  // The desk types the ID of an operator, but often not that of a bank
  const comparedPayments = payments.filter(({ operatorId }) => method === 'bank' || isLineMark(operatorId));
  if (comparedPayments.length === 0) return new Map();
  const idsOfFile = new Set(ids);
  const records = (await listTwinRecords(ctx, method, comparedPayments)).filter(
    (record) => record.method !== method || record.id === null || !idsOfFile.has(record.id),
  );
  const toMoneyKey = (amount: number, day: string) => `${amount} ${day}`;
  const recordsByMoney = Map.groupBy(records, ({ amount, day }) => toMoneyKey(amount, day));
  const pairs = comparedPayments
    .flatMap((payment) =>
      dayDistances.flatMap((days) => {
        const nearRecords = recordsByMoney.get(toMoneyKey(payment.amount, addDays(payment.day, days))) ?? [];
        return nearRecords.flatMap((record) => {
          const distance = computeDistance(payment, record, Math.abs(days));
          if (distance === null) return [];
          const isConfirmedByOther =
            record.confirmedBy !== null && record.confirmedBy !== toComparableId(payment.operatorId);
          if (!isConfirmedByOther) return { line: payment.line, record, distance };
          // A bank may list a payment twice, so the office decides about a record that another line has confirmed
          return record.isDeposit ? [] : { line: payment.line, record, distance: distance + MAX_DISTANCE };
        });
      }),
    )
    .toSorted(
      (one, other) =>
        one.distance - other.distance ||
        one.line - other.line ||
        one.record.movementId - other.record.movementId,
    );
  const twins = new Map<number, TwinRecord>();
  const usedRecords = new Set<TwinRecord>();
  for (const { line, record } of pairs) {
    if (twins.has(line) || usedRecords.has(record)) continue;
    twins.set(line, record);
    usedRecords.add(record);
  }
  return twins;
}

/** Greater than every distance of an unconfirmed record. */
const MAX_DISTANCE = 100;

/**
 * Returns how badly line and record fit: the days between them, and more for each doubt. Null for different
 * payments.
 */
function computeDistance(payment: OwnedPayment, record: TwinRecord, days: number): number | null {
  const { registrationId } = payment;
  if (record.isLine)
    return days === 0 && isSameLine(payment, record) ? Number(record.isCancelled) * 100 : null;
  if (record.isDeposit) return registrationId === null && !record.isCancelled ? days + 10 : null;
  const isSamePerson = registrationId !== null && record.people.includes(registrationId);
  const isUnassigned = registrationId === null || record.people.length === 0;
  const isSamePayment = isSamePerson || (isUnassigned && hasNumberOfRecord(payment, record));
  if (!isSamePayment && !(isUnassigned && days === 0)) return null;
  return days + (isSamePayment ? 0 : 10) + (record.isCancelled ? 100 : 0);
}

/** Shorter numbers occur in many lines by chance. */
const MIN_NUMBER_DIGITS = 4;

/** True when the line contains the number that the desk typed, such as that of a cheque, or the receipt number. */
function hasNumberOfRecord(
  { operatorId, typedReason, payerName }: OwnedPayment,
  record: TwinRecord,
): boolean {
  const words = [operatorId, typedReason, payerName].join(' ').toUpperCase();
  const numbers = new Set(words.match(/\d+/g)?.map(toComparableId));
  return [record.id, record.receiptNumber].some((number) => {
    if (number === null || number.replace(/\D/g, '').length < MIN_NUMBER_DIGITS) return false;
    const id = toComparableId(number);
    return /^\d+$/.test(id) ? numbers.has(id) : words.includes(id);
  });
}

/** The words of a record are empty after an erasure, so empty words match every line. */
function isSameLine({ operatorId, typedReason, payerName }: OwnedPayment, record: TwinRecord): boolean {
  const words = foldWords(record.words);
  return isLineMark(operatorId) && (words === '' || words === foldWords([typedReason, payerName]));
}

/** Lists also cancelled payments, because the statement of the bank has their lines too. */
function listTwinRecords(
  { em }: Pick<Ctx, 'em'>,
  method: StatementMethod,
  payments: readonly OwnedPayment[],
): Promise<TwinRecord[]> {
  const days = payments.map(({ day }) => day).toSorted();
  const methods = method === 'bank' ? ['bank', 'cheque'] : [method];
  return readRows(em, twinColumns)(
    `select movement.id as "movementId", plain_id(movement.operator_id) as id, movement.method,
       movement.received_on::text as day, movement.amount, coalesce(part.people, '{}') as people,
       coalesce(part.receipt, movement.number) as "receiptNumber",
       exists (select from fee_movements as counter where counter.counters = movement.id) as "isCancelled",
       movement.kind = 'deposit' as "isDeposit",
       (select min(plain_id(line_id)) from fee_confirmations where movement_id = movement.id) as "confirmedBy",
       movement.is_imported as "isLine", array[movement.note, movement.payer_name] as words
     from fee_movements as movement cross join lateral (
       select array_agg(registration_id) as people, min(receipt_number) as receipt
       from fee_parts where movement_id = movement.id
     ) as part
     where movement.kind in ('payment', 'deposit')
       and (not movement.is_imported or movement.operator_id like 'LINE-%')
       and movement.method in (select jsonb_array_elements_text(?::jsonb))
       and movement.received_on between ?::date and ?::date
       and movement.amount in (select value::int from jsonb_array_elements_text(?::jsonb))
     order by movement.id`,
    [
      JSON.stringify(methods),
      addDays(days[0] ?? '', -SLIP_DAYS),
      addDays(days.at(-1) ?? '', SLIP_DAYS),
      JSON.stringify(payments.map(({ amount }) => amount)),
    ],
  );
}

export const nameDeposit = (day: string): string => `the cash taken to the bank on ${formatDate(day)}`;

export function describeTwin(record: TwinRecord) {
  const { receiptNumber, id, day, isCancelled, isDeposit } = record;
  const receipt = receiptNumber ?? ['the unassigned payment', id].filter(Boolean).join(' ');
  const cancelledText = isCancelled ? ', which was cancelled' : '';
  const recordedText = `the one recorded as ${receipt} of ${formatDate(day)}${cancelledText}`;
  const message = `Likely ${isDeposit ? nameDeposit(day) : recordedText}`;
  return { state: 'likely' as const, message, twin: toTwin(record) };
}
