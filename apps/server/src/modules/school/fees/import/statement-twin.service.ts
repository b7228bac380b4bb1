import { toComparableId } from '@institute/contract/fees.constants';
import { addDays, formatDate } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { bool, int, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { SLIP_DAYS } from '../accounts/fee-movement.service.ts';
import type { StatementMethod, StatementPayment } from './statement-lines.ts';
import { foldWords, isMark } from './statement-marks.ts';

/** The payment on record that a line may be. */
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

/** A line, and the person whom it names. */
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
  /** Cash that was taken to the bank. */
  isDeposit: bool,
  /** ID of the line that has confirmed it. */
  confirmedBy: textOrNull,
  /** Line of an earlier statement that had no ID. */
  isLine: bool,
  words: z.array(textOrNull),
};
type TwinRecord = Row<typeof twinColumns>;

const daysApart = Array.from({ length: 2 * SLIP_DAYS + 1 }, (_, at) => at - SLIP_DAYS);

/**
 * What the desk recorded under another ID, and lines without one that differ in their balance alone, by the numbers of
 * the lines. One record is the twin of one line. `ids` are those of the whole file: a record that has one of them is
 * that line.
 */
export async function findTwins(
  ctx: Pick<Ctx, 'em'>,
  method: StatementMethod,
  payments: readonly OwnedPayment[],
  ids: readonly string[],
): Promise<Map<number, TwinRecord>> {
  // An operator's ID is also typed at the desk, a bank's often is not
  const compared = payments.filter(({ operatorId }) => method === 'bank' || isMark(operatorId));
  if (compared.length === 0) return new Map();
  const named = new Set(ids);
  const records = (await listTwinRecords(ctx, method, compared)).filter(
    (record) => record.method !== method || record.id === null || !named.has(record.id),
  );
  const toKey = (amount: number, day: string) => `${amount} ${day}`;
  const byMoney = Map.groupBy(records, ({ amount, day }) => toKey(amount, day));
  const pairs = compared
    .flatMap((payment) =>
      daysApart.flatMap((days) => {
        const near = byMoney.get(toKey(payment.amount, addDays(payment.day, days))) ?? [];
        return near.flatMap((record) => {
          const distance = readDistance(payment, record, Math.abs(days));
          if (distance === null) return [];
          const isAnothers =
            record.confirmedBy !== null && record.confirmedBy !== toComparableId(payment.operatorId);
          if (!isAnothers) return { line: payment.line, record, distance };
          // A bank may list a person's payment twice, so the office decides about the pair even so
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
  const takenRecords = new Set<TwinRecord>();
  for (const { line, record } of pairs) {
    if (twins.has(line) || takenRecords.has(record)) continue;
    twins.set(line, record);
    takenRecords.add(record);
  }
  return twins;
}

/** Further than any other distance. */
const MAX_DISTANCE = 100;

/** How badly they fit: the days between them, and more for another reason. Null when they are two payments. */
function readDistance(payment: OwnedPayment, record: TwinRecord, days: number): number | null {
  const { registrationId } = payment;
  if (record.isLine)
    return days === 0 && isSameLine(payment, record) ? Number(record.isCancelled) * 100 : null;
  if (record.isDeposit) return registrationId === null && !record.isCancelled ? days + 10 : null;
  const isSamePerson = registrationId !== null && record.people.includes(registrationId);
  const isNobodys = registrationId === null || record.people.length === 0;
  const isMeant = isSamePerson || (isNobodys && namesRecord(payment, record));
  if (!isMeant && !(isNobodys && days === 0)) return null;
  return days + (isMeant ? 0 : 10) + (record.isCancelled ? 100 : 0);
}

/** Fewer digits stand in many lines. */
const NAMED_DIGITS = 4;

/** True for a line with the number that the desk typed, as of a cheque, or with that of its receipt. */
function namesRecord({ operatorId, typedReason, payerName }: OwnedPayment, record: TwinRecord): boolean {
  const words = [operatorId, typedReason, payerName].join(' ').toUpperCase();
  const numbers = new Set(words.match(/\d+/g)?.map(toComparableId));
  return [record.id, record.receiptNumber].some((number) => {
    if (number === null || number.replace(/\D/g, '').length < NAMED_DIGITS) return false;
    const id = toComparableId(number);
    return /^\d+$/.test(id) ? numbers.has(id) : words.includes(id);
  });
}

/** An erasure empties the words on record. */
function isSameLine({ operatorId, typedReason, payerName }: OwnedPayment, record: TwinRecord): boolean {
  const words = foldWords(record.words);
  return isMark(operatorId) && (words === '' || words === foldWords([typedReason, payerName]));
}

/** Also what was cancelled since: the bank has the line all the same. */
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
  const since = isCancelled ? ', which was cancelled' : '';
  const recorded = `the one recorded as ${receipt} of ${formatDate(day)}${since}`;
  const message = `Likely ${isDeposit ? nameDeposit(day) : recorded}`;
  return { state: 'likely' as const, message, twin: toTwin(record) };
}
