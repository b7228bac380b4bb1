import { feeMethodNames, feeMethods, toComparableId, toPlainId } from '@institute/contract/fees.constants';
import { addDays } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { bool, int, intOrNull, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { formatShillings, SLIP_DAYS } from '../accounts/fee-movement.service.ts';
import type { ReadLine, StatementMethod, StatementPayment } from './statement-lines.ts';
import { listEarlierMarks } from './statement-marks.ts';
import {
  describeTwin,
  findTwins,
  nameDeposit,
  type OwnedPayment,
  type Twin,
  toTwin,
} from './statement-twin.service.ts';

type Reader = Pick<Ctx, 'em'>;

/** Columns of the records with a transaction ID. */
const recordColumns = {
  id: text,
  /** As it was written. */
  writtenId: text,
  day: textOrNull,
  /** Null for an online payment. */
  movementId: intOrNull,
  method: z.enum(feeMethods),
  amount: int,
  receiptNumber: textOrNull,
  receipt: textOrNull,
  /** The day on which cash was taken to the bank. Null for other money. */
  bankedOn: textOrNull,
  notReversed: bool,
  /** Set for a line that is no movement: it waits for an owner, or was left out as no fee. */
  kept: z.enum(['waiting', 'notFee']).nullable(),
};
export type RecordedPayment = Omit<Row<typeof recordColumns>, 'receipt' | 'bankedOn'> & { receipt: string };

export const isPaidBy = (method: StatementMethod, record: RecordedPayment): boolean =>
  record.method === method || record.method === 'online';

/** Receipt of a line that waits, as far as sentences go. */
const waitingReceipt = 'the lines that wait for an owner';

/** The keys are comparable ids. What was taken back while unassigned still counts, since it was no fee. */
export async function listRecords({ em }: Reader, ids: readonly string[], withWaiting = true) {
  if (ids.length === 0) return new Map<string, RecordedPayment[]>();
  const comparable = JSON.stringify(ids.map(toComparableId));
  const rows = await readRows(em, recordColumns)(
    `select plain_id(movement.operator_id) as id, movement.operator_id as "writtenId", movement.received_on::text as day,
       movement.id as "movementId", movement.method, movement.amount,
       coalesce(part.receipt, movement.number) as "receiptNumber",
       coalesce(part.receipt, counter.number, movement.number) as receipt,
       case when movement.kind = 'deposit' then movement.received_on::text end as "bankedOn",
       counter.id is null or (part.count = 0 and movement.kind <> 'deposit') as "notReversed", null as kept
     from fee_movements as movement left join fee_movements as counter on counter.counters = movement.id
     cross join lateral (
       select min(receipt_number) as receipt, count(*) from fee_parts where movement_id = movement.id
     ) as part
     where movement.method <> 'online'
       and plain_id(movement.operator_id) in (select jsonb_array_elements_text(?::jsonb))
     union all select upper(tx_ref), tx_ref, null, null, 'online', amount, receipt_number, receipt_number, null, true, null
     from (select tx_ref, amount, receipt_number from online_fees union all
       select tx_ref, amount, coalesce(receipt_number, 'a donation') from donations) as online
     where upper(tx_ref) in (select jsonb_array_elements_text(?::jsonb))
     union all select plain_id(operator_id), operator_id, received_on::text, null, method, amount, null,
       case when state = 'waiting' then ? else 'what ' || recorded_by || ' left out as no fee' end, null, true, state
     from kept_statement_lines where plain_id(operator_id) in (select jsonb_array_elements_text(?::jsonb))
       and (?::boolean or state <> 'waiting')
     order by kept nulls first, "movementId" nulls first, receipt`,
    [comparable, comparable, waitingReceipt, comparable, withWaiting],
  );
  const records = rows.map(({ bankedOn, ...row }) => {
    const unnumbered = bankedOn ? nameDeposit(bankedOn) : `the unassigned payment ${row.id}`;
    return { ...row, receipt: (bankedOn ? null : row.receipt) ?? unnumbered };
  });
  return Map.groupBy(records, ({ id }) => id);
}

/** Lines without an ID that an earlier version stored get the marks by which it did. Other lines stay as they are. */
export async function recallMarks(
  { em }: Reader,
  method: StatementMethod,
  read: readonly ReadLine[],
): Promise<ReadLine[]> {
  const lines = read.flatMap((one) => (one.payment && one.values ? one.payment : []));
  if (lines.length === 0) return [...read];
  const rows = await readRows(em, { id: text, amount: int })(
    `select id, amount from (
       select operator_id as id, method, amount from fee_movements
       union all select operator_id, method, amount from kept_statement_lines
       union all select line_id, case method when 'cheque' then 'bank' else method end, amount
       from fee_confirmations join fee_movements on fee_movements.id = movement_id
     ) as stored where id like 'LINE-%' and method = ? and amount = any(?::int[]) order by length(id), id`,
    [method, `{${lines.map(({ amount }) => amount)}}`],
  );
  // All marks begin with the day
  const toKey = (id: string, amount: number) => `${id.slice(0, 'LINE-20261130'.length)} ${amount}`;
  const stored = Map.groupBy(rows, ({ id, amount }) => toKey(id, amount));
  const takenIds = new Set(lines.map(({ operatorId }) => operatorId));
  return read.map((one) => {
    if (!one.payment || !one.values) return one;
    const { amount, operatorId } = one.payment;
    const ids = (stored.get(toKey(operatorId, amount)) ?? []).map(({ id }) => id);
    if (ids.length === 0 || ids.includes(operatorId)) return one;
    const marks = new Set(listEarlierMarks(one.values));
    // Behind the mark of equal lines stands their count
    const earlier = ids.find((id) => !takenIds.has(id) && marks.has(id.split('-').slice(0, 3).join('-')));
    if (!earlier) return one;
    takenIds.add(earlier);
    return { ...one, payment: { ...one.payment, operatorId: earlier } };
  });
}

/** What is on record of one line. */
export interface RecordMatch {
  /** `cancelled`: this very transaction was recorded and then cancelled. `notFee`: the office has left it out. */
  state: 'new' | 'known' | 'differs' | 'likely' | 'cancelled' | 'notFee';
  message: string | null;
  /** Movements on record with its ID. */
  before: number;
  /** The payment on record that it likely is. */
  twin: Twin | null;
  /** The movement on record that it is, or likely is, with this amount. */
  heldId: number | null;
}

export const noRecord: RecordMatch = { state: 'new', message: null, before: 0, twin: null, heldId: null };

/** Compares lines with what is on record, by the numbers of the lines. */
export async function compareLines(
  ctx: Reader,
  method: StatementMethod,
  payments: readonly OwnedPayment[],
  { withWaiting = true } = {},
): Promise<Map<number, RecordMatch>> {
  const byId = Map.groupBy(payments, ({ operatorId }) => toComparableId(operatorId));
  const records = await listRecords(ctx, [...byId.keys()], withWaiting);
  const own = new Map(
    [...byId].flatMap(([id, lines]) => {
      const all = records.get(id) ?? [];
      const before = all.filter((record) => record.method === method && !record.kept).length;
      const groups = Map.groupBy(lines, ({ operatorId }) => toWrittenId(operatorId));
      return [...groups].flatMap(([writtenId, group]) => {
        const own = all.filter(
          (one) =>
            toWrittenId(one.writtenId) === writtenId || (groups.size === 1 && mayLackZeros(group, one)),
        );
        return compareTransaction(method, group, { records: own, before });
      });
    }),
  );
  const findOwn = ({ line }: OwnedPayment): RecordMatch => own.get(line) ?? noRecord;
  const others = payments.filter((payment) => ['new', 'cancelled'].includes(findOwn(payment).state));
  const twins = await findTwins(ctx, method, others, [...byId.keys()]);
  return new Map(
    payments.map((payment) => {
      const { line } = payment;
      const match = findOwn(payment);
      const twin = twins.get(line);
      const isUsed = twin && (match.state === 'new' || !twin.isCancelled);
      return [line, isUsed ? { ...match, ...describeTwin(twin), heldId: twin.movementId } : match] as const;
    }),
  );
}

const toWrittenId = (id: string): string => toPlainId(id).toUpperCase();

/**
 * IDs that differ in the zeros before them may be two transactions, unless amount and day agree. A file that has both
 * has kept its zeros.
 */
const mayLackZeros = (lines: readonly StatementPayment[], record: RecordedPayment): boolean =>
  lines.some(
    ({ amount, day }) =>
      amount === record.amount &&
      record.day !== null &&
      addDays(day, -SLIP_DAYS) <= record.day &&
      record.day <= addDays(day, SLIP_DAYS),
  );

/**
 * Lines with one ID, by their numbers. At an operator they are one transaction, at a bank perhaps a batch. `before`:
 * movements on record with this ID.
 */
function compareTransaction(
  method: StatementMethod,
  lines: readonly StatementPayment[],
  { records, before }: { records: readonly RecordedPayment[]; before: number },
): [number, RecordMatch][] {
  const notReversed = records.filter((record) => record.notReversed && isPaidBy(method, record));
  const elsewhere = records.find((record) => record.notReversed && !isPaidBy(method, record));
  const unmatched = [...notReversed];
  const known = new Map(
    lines.flatMap(({ line, amount }) => {
      const at = unmatched.findIndex((record) => record.amount === amount);
      return at === -1 ? [] : unmatched.splice(at, 1).map((record) => [line, record] as const);
    }),
  );
  const other = unmatched[0] ?? (method === 'bank' ? undefined : notReversed[0]);
  const cancelled = records.filter((record) => !record.notReversed && isPaidBy(method, record));
  const compareLine = ({ line, amount }: StatementPayment, at: number): RecordMatch => {
    const earlier = lines.slice(0, at);
    const twin = earlier.find((one) => one.amount === amount);
    const first = method === 'bank' ? undefined : earlier[0];
    const record = known.get(line);
    const match = { ...noRecord, before };
    if (record?.kept === 'notFee')
      return { ...match, state: 'notFee', message: `Not a fee: ${record.receipt}` };
    if (record) {
      const message = `On record: ${record.receipt}`;
      return { ...noRecord, state: 'known', message, heldId: record.movementId };
    }
    if (first && twin)
      return { ...noRecord, state: 'known', message: `The same transaction as line ${twin.line}` };
    if (other) {
      const message = `On record as ${formatShillings(other.amount)} in ${other.receipt}`;
      return { ...match, state: 'differs', message };
    }
    if (first) {
      const message = `Line ${first.line} has this ID with ${formatShillings(first.amount)}`;
      return { ...noRecord, state: 'differs', message };
    }
    if (twin) return { ...match, state: 'likely', message: 'This ID stands twice with the same amount' };
    if (elsewhere) {
      const message = `This ID is on record under ${feeMethodNames[elsewhere.method]}: ${elsewhere.receipt}`;
      return { ...match, state: 'likely', message, twin: toTwin(elsewhere) };
    }
    const cancelledRecord = cancelled.find((record) => record.amount === amount);
    if (!cancelledRecord) return match;
    const message = `This transaction was recorded as ${cancelledRecord.receipt}, which was cancelled`;
    return { ...match, state: 'cancelled', message, twin: toTwin(cancelledRecord) };
  };
  return lines.map((one, at) => [one.line, compareLine(one, at)]);
}
