import { toComparableId } from '@institute/contract/fees.constants';
import { addDays, formatDate } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { bool, int, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { SLIP_DAYS } from '../accounts/fee-movement.service.ts';
import type { StatementMethod, StatementPayment } from './statement-lines.ts';
import { foldCellsToWords, isLineMark } from './statement-marks.ts';

/** The payment on record that a line may repeat. */
export interface LikelyRecordedPayment {
  movementId: number;
  /** Null for unassigned money. */
  receiptNumber: string | null;
}

export const toLikelyRecordedPayment = ({
  movementId,
  receiptNumber,
}: {
  movementId: number | null;
  receiptNumber: string | null;
}): LikelyRecordedPayment | null => (movementId === null ? null : { movementId, receiptNumber });

/** A line with the person to whom it belongs. */
export type PaymentWithPerson = StatementPayment & { registrationId: number | null };

const comparedRecordColumns = {
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
type ComparedRecord = Row<typeof comparedRecordColumns>;

const dayOffsets = Array.from({ length: 2 * SLIP_DAYS + 1 }, (_, at) => at - SLIP_DAYS);

/**
 * Finds the twins of lines, by line number: payments that the desk recorded under another ID, and stored lines
 * without an ID that differ in the balance alone. A record is the twin of one line at most. `ids` are those of the
 * whole file: a record with one of them is that line, not a twin.
 */
export async function findLikelyRecords(
  ctx: Pick<Ctx, 'em'>,
  method: StatementMethod,
  payments: readonly PaymentWithPerson[],
  ids: readonly string[],
): Promise<Map<number, ComparedRecord>> {
  // The desk types the ID of an operator, but often not that of a bank
  const comparedPayments = payments.filter(({ operatorId }) => method === 'bank' || isLineMark(operatorId));
  if (comparedPayments.length === 0) return new Map();
  const idsOfFile = new Set(ids);
  const comparableRecords = (await listComparableRecords(ctx, method, comparedPayments)).filter(
    (record) => record.method !== method || record.id === null || !idsOfFile.has(record.id),
  );
  const toAmountAndDayKey = (amount: number, day: string) => `${amount} ${day}`;
  const recordsByAmountAndDay = Map.groupBy(comparableRecords, ({ amount, day }) =>
    toAmountAndDayKey(amount, day),
  );
  const rankedPairs = comparedPayments
    .flatMap((payment) =>
      dayOffsets.flatMap((days) => {
        const nearRecords =
          recordsByAmountAndDay.get(toAmountAndDayKey(payment.amount, addDays(payment.day, days))) ?? [];
        return nearRecords.flatMap((record) => {
          const mismatchScore = computeMismatchScore(payment, record, Math.abs(days));
          if (mismatchScore === null) return [];
          const isConfirmedByOther =
            record.confirmedBy !== null && record.confirmedBy !== toComparableId(payment.operatorId);
          if (!isConfirmedByOther) return { line: payment.line, record, distance: mismatchScore };
          // A bank may list a payment twice, so the office decides about a record that another line has confirmed
          return record.isDeposit
            ? []
            : { line: payment.line, record, distance: mismatchScore + MAX_MISMATCH_SCORE };
        });
      }),
    )
    .toSorted(
      (one, other) =>
        one.distance - other.distance ||
        one.line - other.line ||
        one.record.movementId - other.record.movementId,
    );
  const recordsByLine = new Map<number, ComparedRecord>();
  const pairedRecords = new Set<ComparedRecord>();
  for (const { line, record } of rankedPairs) {
    if (recordsByLine.has(line) || pairedRecords.has(record)) continue;
    recordsByLine.set(line, record);
    pairedRecords.add(record);
  }
  return recordsByLine;
}

/** Added to the distance of a record that another line has confirmed. Records without a doubt are nearer than this. */
const MAX_MISMATCH_SCORE = 100;

/**
 * Returns how badly line and record fit: the days between them, and more for each doubt. Null for different
 * payments.
 */
function computeMismatchScore(
  payment: PaymentWithPerson,
  record: ComparedRecord,
  days: number,
): number | null {
  const { registrationId } = payment;
  if (record.isLine)
    return days === 0 && isSameMarkedLine(payment, record) ? Number(record.isCancelled) * 100 : null;
  if (record.isDeposit) return registrationId === null && !record.isCancelled ? days + 10 : null;
  const isRecordOfSamePerson = registrationId !== null && record.people.includes(registrationId);
  const mayBeOfAnyPerson = registrationId === null || record.people.length === 0;
  const isSamePayment = isRecordOfSamePerson || (mayBeOfAnyPerson && hasNumberOfRecord(payment, record));
  if (!isSamePayment && !(mayBeOfAnyPerson && days === 0)) return null;
  return days + (isSamePayment ? 0 : 10) + (record.isCancelled ? 100 : 0);
}

/** Shorter numbers occur in many lines by chance. */
const MIN_NUMBER_DIGITS = 4;

/** True when the line contains the number that the desk typed, such as that of a cheque, or the receipt number. */
function hasNumberOfRecord(
  { operatorId, typedReason, payerName }: PaymentWithPerson,
  record: ComparedRecord,
): boolean {
  const capitalWords = [operatorId, typedReason, payerName].join(' ').toUpperCase();
  const lineNumbers = new Set(capitalWords.match(/\d+/g)?.map(toComparableId));
  return [record.id, record.receiptNumber].some((number) => {
    if (number === null || number.replace(/\D/g, '').length < MIN_NUMBER_DIGITS) return false;
    const comparableNumber = toComparableId(number);
    return /^\d+$/.test(comparableNumber)
      ? lineNumbers.has(comparableNumber)
      : capitalWords.includes(comparableNumber);
  });
}

/** The words of a record are empty after an erasure, so empty words match every line. */
function isSameMarkedLine(
  { operatorId, typedReason, payerName }: PaymentWithPerson,
  record: ComparedRecord,
): boolean {
  const words = foldCellsToWords(record.words);
  return isLineMark(operatorId) && (words === '' || words === foldCellsToWords([typedReason, payerName]));
}

/** Lists also cancelled payments, because the statement of the bank has their lines too. */
function listComparableRecords(
  { em }: Pick<Ctx, 'em'>,
  method: StatementMethod,
  payments: readonly PaymentWithPerson[],
): Promise<ComparedRecord[]> {
  const sortedDays = payments.map(({ day }) => day).toSorted();
  const recordMethods = method === 'bank' ? ['bank', 'cheque'] : [method];
  return readRows(em, comparedRecordColumns)(
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
      JSON.stringify(recordMethods),
      addDays(sortedDays[0] ?? '', -SLIP_DAYS),
      addDays(sortedDays.at(-1) ?? '', SLIP_DAYS),
      JSON.stringify(payments.map(({ amount }) => amount)),
    ],
  );
}

export const describeDeposit = (day: string): string => `the cash taken to the bank on ${formatDate(day)}`;

export function describeLikelyRecord(record: ComparedRecord) {
  const { receiptNumber, id, day, isCancelled, isDeposit } = record;
  const receiptText = receiptNumber ?? ['the unassigned payment', id].filter(Boolean).join(' ');
  const cancelledText = isCancelled ? ', which was cancelled' : '';
  const recordedText = `the one recorded as ${receiptText} of ${formatDate(day)}${cancelledText}`;
  const message = `Likely ${isDeposit ? describeDeposit(day) : recordedText}`;
  return { state: 'likely' as const, message, twin: toLikelyRecordedPayment(record) };
}
