import { toPlainId } from '@institute/contract/fees.constants';
import { addDays, formatDate } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { bool, int, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { SLIP_DAYS } from '../accounts/fee-movement.service.ts';
import { generatedId, type StatementMethod, type StatementPayment } from './statement-lines.ts';

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

const deskRecordColumns = {
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
};
type DeskRecord = Row<typeof deskRecordColumns>;

/** Transaction IDs as they are compared. */
export const toComparableId = (id: string): string => toPlainId(id).toUpperCase();

const daysApart = Array.from({ length: 2 * SLIP_DAYS + 1 }, (_, at) => at - SLIP_DAYS);

/**
 * What the desk recorded under another ID, by the numbers of the lines. One record is the twin of one line. `ids` are
 * those of the whole file: a record that has one of them is that line.
 */
export async function findTwins(
  ctx: Pick<Ctx, 'em'>,
  method: StatementMethod,
  payments: readonly OwnedPayment[],
  ids: readonly string[],
): Promise<Map<number, DeskRecord>> {
  // An operator's ID is also typed at the desk, a bank's often is not
  const compared = payments.filter(({ operatorId }) => method === 'bank' || generatedId.test(operatorId));
  if (compared.length === 0) return new Map();
  const named = new Set(ids);
  const desk = (await listDeskRecords(ctx, method, compared)).filter(
    (record) => record.method !== method || record.id === null || !named.has(record.id),
  );
  const toKey = (amount: number, day: string) => `${amount} ${day}`;
  const byMoney = Map.groupBy(desk, ({ amount, day }) => toKey(amount, day));
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
  const twins = new Map<number, DeskRecord>();
  const takenRecords = new Set<DeskRecord>();
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
function readDistance({ registrationId }: OwnedPayment, record: DeskRecord, days: number): number | null {
  if (record.isDeposit) return registrationId === null && !record.isCancelled ? days + 10 : null;
  const isSamePerson = registrationId !== null && record.people.includes(registrationId);
  const isNobodys = registrationId === null || record.people.length === 0;
  if (!isSamePerson && !(isNobodys && days === 0)) return null;
  return days + (isSamePerson ? 0 : 10) + (record.isCancelled ? 100 : 0);
}

/** Also what was cancelled since: the bank has the line all the same. */
function listDeskRecords(
  { em }: Pick<Ctx, 'em'>,
  method: StatementMethod,
  payments: readonly OwnedPayment[],
): Promise<DeskRecord[]> {
  const days = payments.map(({ day }) => day).toSorted();
  const methods = method === 'bank' ? ['bank', 'cheque'] : [method];
  return readRows(em, deskRecordColumns)(
    `select movement.id as "movementId", plain_id(movement.operator_id) as id, movement.method,
       movement.received_on::text as day, movement.amount, coalesce(part.people, '{}') as people,
       coalesce(part.receipt, movement.number) as "receiptNumber",
       exists (select from fee_movements as counter where counter.counters = movement.id) as "isCancelled",
       movement.kind = 'deposit' as "isDeposit",
       (select min(plain_id(line_id)) from fee_confirmations where movement_id = movement.id) as "confirmedBy"
     from fee_movements as movement cross join lateral (
       select array_agg(registration_id) as people, min(receipt_number) as receipt
       from fee_parts where movement_id = movement.id
     ) as part
     where movement.kind in ('payment', 'deposit') and not movement.is_imported
       and movement.method in (select jsonb_array_elements_text(?::jsonb))
       and movement.received_on between ?::date and ?::date
       and movement.amount in (select value::int from jsonb_array_elements_text(?::jsonb))
       and coalesce(movement.operator_id, '') not like 'LINE-%'
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

export function describeTwin(record: DeskRecord) {
  const { receiptNumber, id, day, isCancelled, isDeposit } = record;
  const receipt = receiptNumber ?? ['the unassigned payment', id].filter(Boolean).join(' ');
  const since = isCancelled ? ', which was cancelled' : '';
  const recorded = `the one recorded as ${receipt} of ${formatDate(day)}${since}`;
  const message = `Likely ${isDeposit ? nameDeposit(day) : recorded}`;
  return { state: 'likely' as const, message, twin: toTwin(record) };
}
