import { feeMethodNames, feeMethods, toComparableId, toPlainId } from '@institute/contract/fees.constants';
import { addDays } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { bool, int, intOrNull, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { formatShillings, SLIP_DAYS } from '../accounts/fee-movement.service.ts';
import type { ReadLine, StatementMethod, StatementPayment } from './statement-lines.ts';
import { listEarlierMarks } from './statement-marks.ts';
import {
  describeDeposit,
  describeLikelyRecord,
  findLikelyRecords,
  type LikelyRecordedPayment,
  type PaymentWithPerson,
  toLikelyRecordedPayment,
} from './statement-twin.service.ts';

type ReadingCtx = Pick<Ctx, 'em'>;

/** Columns of the records with a transaction ID. */
const recordColumns = {
  id: text,
  /** The transaction ID as the file or the cashier wrote it. */
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

export const isPaidByMethod = (method: StatementMethod, record: RecordedPayment): boolean =>
  record.method === method || record.method === 'online';

/** What messages name in the place of the receipt of a line that waits. */
const waitingReceipt = 'the lines that wait for an owner';

/** Lists records by comparable ID. A cancelled payment that was unassigned still counts, because it was no fee. */
export async function listRecords({ em }: ReadingCtx, ids: readonly string[], withWaiting = true) {
  if (ids.length === 0) return new Map<string, RecordedPayment[]>();
  const comparableIds = JSON.stringify(ids.map(toComparableId));
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
    [comparableIds, comparableIds, waitingReceipt, comparableIds, withWaiting],
  );
  const recordedPayments = rows.map(({ bankedOn, ...row }) => {
    const receiptText = bankedOn ? describeDeposit(bankedOn) : `the unassigned payment ${row.id}`;
    return { ...row, receipt: (bankedOn ? null : row.receipt) ?? receiptText };
  });
  return Map.groupBy(recordedPayments, ({ id }) => id);
}

/** Gives lines without an ID the marks under which an earlier version stored them. Other lines do not change. */
export async function restoreEarlierMarks(
  { em }: ReadingCtx,
  method: StatementMethod,
  read: readonly ReadLine[],
): Promise<ReadLine[]> {
  const linesWithMark = read.flatMap((one) => (one.payment && one.values ? one.payment : []));
  if (linesWithMark.length === 0) return [...read];
  const rows = await readRows(em, { id: text, amount: int })(
    `select id, amount from (
       select operator_id as id, method, amount from fee_movements
       union all select operator_id, method, amount from kept_statement_lines
       union all select line_id, case method when 'cheque' then 'bank' else method end, amount
       from fee_confirmations join fee_movements on fee_movements.id = movement_id
     ) as stored where id like 'LINE-%' and method = ? and amount = any(?::int[]) order by length(id), id`,
    [method, `{${linesWithMark.map(({ amount }) => amount)}}`],
  );
  // A mark begins with the day of its line
  const toDayAmountKey = (id: string, amount: number) => `${id.slice(0, 'LINE-20261130'.length)} ${amount}`;
  const storedMarks = Map.groupBy(rows, ({ id, amount }) => toDayAmountKey(id, amount));
  const idsInUse = new Set(linesWithMark.map(({ operatorId }) => operatorId));
  return read.map((one) => {
    if (!one.payment || !one.values) return one;
    const { amount, operatorId } = one.payment;
    const storedIds = (storedMarks.get(toDayAmountKey(operatorId, amount)) ?? []).map(({ id }) => id);
    if (storedIds.length === 0 || storedIds.includes(operatorId)) return one;
    const earlierMarks = new Set(listEarlierMarks(one.values));
    // Equal lines have a count after their mark
    const earlierMark = storedIds.find(
      (id) => !idsInUse.has(id) && earlierMarks.has(id.split('-').slice(0, 3).join('-')),
    );
    if (!earlierMark) return one;
    idsInUse.add(earlierMark);
    return { ...one, payment: { ...one.payment, operatorId: earlierMark } };
  });
}

/** What the database has about one line of a statement. */
export interface RecordMatch {
  /** `cancelled`: this transaction was recorded and then cancelled. `notFee`: the office has left it out. */
  state: 'new' | 'known' | 'differs' | 'likely' | 'cancelled' | 'notFee';
  message: string | null;
  /** Movements on record with the ID of the line. */
  before: number;
  /** The payment on record that the line likely is. */
  twin: LikelyRecordedPayment | null;
  /** Id of the movement on record that the line is or likely is. */
  heldId: number | null;
}

export const noRecordMatch: RecordMatch = {
  state: 'new',
  message: null,
  before: 0,
  twin: null,
  heldId: null,
};

/** Compares lines with the records. The keys are the numbers of the lines. */
export async function compareLinesWithRecords(
  ctx: ReadingCtx,
  method: StatementMethod,
  payments: readonly PaymentWithPerson[],
  { withWaiting = true } = {},
): Promise<Map<number, RecordMatch>> {
  const paymentsById = Map.groupBy(payments, ({ operatorId }) => toComparableId(operatorId));
  const records = await listRecords(ctx, [...paymentsById.keys()], withWaiting);
  const matchesByLine = new Map(
    [...paymentsById].flatMap(([id, lines]) => {
      const recordsWithId = records.get(id) ?? [];
      const earlierCount = recordsWithId.filter((record) => record.method === method && !record.kept).length;
      const linesByWrittenId = Map.groupBy(lines, ({ operatorId }) => toComparableWrittenId(operatorId));
      return [...linesByWrittenId].flatMap(([writtenId, group]) => {
        const sameIdRecords = recordsWithId.filter(
          (one) =>
            toComparableWrittenId(one.writtenId) === writtenId ||
            (linesByWrittenId.size === 1 && mayDifferInLeadingZeros(group, one)),
        );
        return compareLinesOfOneId(method, group, { records: sameIdRecords, before: earlierCount });
      });
    }),
  );
  const findOwnMatch = ({ line }: PaymentWithPerson): RecordMatch => matchesByLine.get(line) ?? noRecordMatch;
  const unmatchedPayments = payments.filter((payment) =>
    ['new', 'cancelled'].includes(findOwnMatch(payment).state),
  );
  const likelyRecords = await findLikelyRecords(ctx, method, unmatchedPayments, [...paymentsById.keys()]);
  return new Map(
    payments.map((payment) => {
      const { line } = payment;
      const ownMatch = findOwnMatch(payment);
      const likelyRecord = likelyRecords.get(line);
      const isLikelyRecordUsed = likelyRecord && (ownMatch.state === 'new' || !likelyRecord.isCancelled);
      return [
        line,
        isLikelyRecordUsed
          ? { ...ownMatch, ...describeLikelyRecord(likelyRecord), heldId: likelyRecord.movementId }
          : ownMatch,
      ] as const;
    }),
  );
}

const toComparableWrittenId = (id: string): string => toPlainId(id).toUpperCase();

/**
 * Whether line and record may be one transaction although their IDs differ in leading zeros: amount and day must
 * agree. A file with both IDs has kept its zeros, so its lines are different transactions.
 */
const mayDifferInLeadingZeros = (lines: readonly StatementPayment[], record: RecordedPayment): boolean =>
  lines.some(
    ({ amount, day }) =>
      amount === record.amount &&
      record.day !== null &&
      addDays(day, -SLIP_DAYS) <= record.day &&
      record.day <= addDays(day, SLIP_DAYS),
  );

/**
 * Compares lines that share one ID; the result has their line numbers. Lines of an operator are one transaction,
 * lines of a bank may be a batch. `before`: number of movements on record with this ID.
 */
function compareLinesOfOneId(
  method: StatementMethod,
  lines: readonly StatementPayment[],
  { records, before }: { records: readonly RecordedPayment[]; before: number },
): [number, RecordMatch][] {
  const unreversedRecords = records.filter((record) => record.notReversed && isPaidByMethod(method, record));
  const otherMethodRecord = records.find((record) => record.notReversed && !isPaidByMethod(method, record));
  const recordsLeft = [...unreversedRecords];
  const recordsByLine = new Map(
    lines.flatMap(({ line, amount }) => {
      const recordIndex = recordsLeft.findIndex((record) => record.amount === amount);
      return recordIndex === -1
        ? []
        : recordsLeft.splice(recordIndex, 1).map((record) => [line, record] as const);
    }),
  );
  const differingRecord = recordsLeft[0] ?? (method === 'bank' ? undefined : unreversedRecords[0]);
  const cancelledRecords = records.filter((record) => !record.notReversed && isPaidByMethod(method, record));
  const compareLineWithRecords = ({ line, amount }: StatementPayment, at: number): RecordMatch => {
    const earlierLines = lines.slice(0, at);
    const sameAmountLine = earlierLines.find((one) => one.amount === amount);
    const firstLine = method === 'bank' ? undefined : earlierLines[0];
    const lineRecord = recordsByLine.get(line);
    const match = { ...noRecordMatch, before };
    if (lineRecord?.kept === 'notFee')
      return { ...match, state: 'notFee', message: `Not a fee: ${lineRecord.receipt}` };
    if (lineRecord) {
      const message = `On record: ${lineRecord.receipt}`;
      return { ...noRecordMatch, state: 'known', message, heldId: lineRecord.movementId };
    }
    if (firstLine && sameAmountLine)
      return {
        ...noRecordMatch,
        state: 'known',
        message: `The same transaction as line ${sameAmountLine.line}`,
      };
    if (differingRecord) {
      const message = `On record as ${formatShillings(differingRecord.amount)} in ${differingRecord.receipt}`;
      return { ...match, state: 'differs', message };
    }
    if (firstLine) {
      const message = `Line ${firstLine.line} has this ID with ${formatShillings(firstLine.amount)}`;
      return { ...noRecordMatch, state: 'differs', message };
    }
    if (sameAmountLine)
      return { ...match, state: 'likely', message: 'This ID stands twice with the same amount' };
    if (otherMethodRecord) {
      const message = `This ID is on record under ${feeMethodNames[otherMethodRecord.method]}: ${otherMethodRecord.receipt}`;
      return { ...match, state: 'likely', message, twin: toLikelyRecordedPayment(otherMethodRecord) };
    }
    const cancelledRecord = cancelledRecords.find((record) => record.amount === amount);
    if (!cancelledRecord) return match;
    const message = `This transaction was recorded as ${cancelledRecord.receipt}, which was cancelled`;
    return { ...match, state: 'cancelled', message, twin: toLikelyRecordedPayment(cancelledRecord) };
  };
  return lines.map((one, at) => [one.line, compareLineWithRecords(one, at)]);
}
