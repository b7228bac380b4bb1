import { feeMethodNames, feeMethods } from '@institute/contract/fees.constants';
import { addDays, formatDate } from '@institute/contract/time';
import * as z from 'zod';
import type { Ctx } from '../../../../context.ts';
import { bool, int, intOrNull, type Row, readRows, text, textOrNull } from '../../../../sql.ts';
import { formatShillings } from '../accounts/fee-movement.service.ts';
import type { StatementMethod, StatementPayment } from './statement-lines.ts';

type Reader = Pick<Ctx, 'em'>;

/** What is on record of a transaction ID. */
const recordColumns = {
  id: text,
  method: z.enum(feeMethods),
  amount: int,
  receipt: textOrNull,
  notReversed: bool,
};
export type RecordedPayment = Omit<Row<typeof recordColumns>, 'receipt'> & { receipt: string };

export const isFrom = (method: StatementMethod, record: RecordedPayment): boolean =>
  record.method === method || record.method === 'online';

/** The keys are ids in capitals. What was taken back while unassigned still counts, since it was no fee. */
export async function listRecords({ em }: Reader, ids: readonly string[]) {
  const capitals = JSON.stringify(ids);
  const rows = await readRows(em, recordColumns)(
    `select upper(movement.operator_id) as id, movement.method, movement.amount,
       coalesce(part.receipt, counter.number, movement.number) as receipt, counter.id is null or part.count = 0 as "notReversed"
     from fee_movements as movement left join fee_movements as counter on counter.counters = movement.id
     cross join lateral (
       select min(receipt_number) as receipt, count(*) from fee_parts where movement_id = movement.id
     ) as part
     where movement.method <> 'online' and upper(movement.operator_id) in (select jsonb_array_elements_text(?::jsonb))
     union all select upper(tx_ref), 'online', amount, receipt_number, true
     from (select tx_ref, amount, receipt_number from online_fees union all
       select tx_ref, amount, coalesce(receipt_number, 'a donation') from donations) as online
     where upper(tx_ref) in (select jsonb_array_elements_text(?::jsonb)) order by receipt`,
    [capitals, capitals],
  );
  const records = rows.map((row) => ({ ...row, receipt: row.receipt ?? `the unassigned payment ${row.id}` }));
  return Map.groupBy(records, ({ id }) => id);
}

const deskRecordColumns = {
  day: text,
  amount: int,
  people: z.array(intOrNull),
  receipt: text,
};
type DeskRecord = Row<typeof deskRecordColumns>;

/** The desk may write the day of the slip, the bank that of its books. */
const SLIP_DAYS = 7;

/** What the desk recorded of a bank around these days. Lines without ids are told apart by amount and day. */
export async function listDeskRecords({ em }: Reader, payments: readonly StatementPayment[]) {
  const days = payments.map(({ day }) => day).sort();
  const amounts = payments.map(({ amount }) => amount);
  return readRows(em, deskRecordColumns)(
    `select movement.received_on::text as day, movement.amount, array_agg(part.registration_id) as people,
       coalesce(min(part.receipt_number), movement.number, 'the unassigned payment ' || movement.operator_id) as receipt
     from fee_movements as movement left join fee_parts as part on part.movement_id = movement.id
     where movement.kind = 'payment' and movement.method in ('bank', 'cheque')
       and movement.received_on between ?::date and ?::date
       and movement.amount in (select value::int from jsonb_array_elements_text(?::jsonb))
       and coalesce(movement.operator_id, '') not like 'LINE-%'
       and not exists (select from fee_movements as counter where counter.counters = movement.id)
     group by movement.id order by movement.id`,
    [addDays(days[0] ?? '', -SLIP_DAYS), addDays(days.at(-1) ?? '', SLIP_DAYS), JSON.stringify(amounts)],
  );
}

export function compareDesk(
  { amount, day }: StatementPayment,
  { registrationId }: { registrationId: number | null },
  desk: readonly DeskRecord[],
): RecordMatch {
  const [from, to] = [addDays(day, -SLIP_DAYS), addDays(day, SLIP_DAYS)];
  const found = desk.find(
    (record) =>
      record.amount === amount &&
      (record.day === day ||
        (record.day >= from && record.day <= to && record.people.some((id) => id === registrationId))),
  );
  if (!found) return {};
  return {
    state: 'likely',
    message: `The desk recorded ${formatShillings(amount)} of ${formatDate(found.day)} in ${found.receipt}`,
  };
}

interface RecordMatch {
  state?: 'known' | 'differs' | 'likely';
  message?: string;
  before?: number;
}

/** Lines with one ID, by their numbers. At an operator they are one transaction, at a bank perhaps a batch. */
export function compareTransaction(
  method: StatementMethod,
  lines: readonly StatementPayment[],
  records: readonly RecordedPayment[],
): [number, RecordMatch][] {
  const notReversed = records.filter((record) => record.notReversed && isFrom(method, record));
  const elsewhere = records.find((record) => record.notReversed && !isFrom(method, record));
  const before = records.filter((record) => record.method === method).length;
  const left = [...notReversed];
  const known = new Map(
    lines.flatMap(({ line, amount }) => {
      const at = left.findIndex((record) => record.amount === amount);
      return at === -1 ? [] : left.splice(at, 1).map(({ receipt }) => [line, receipt] as const);
    }),
  );
  const other = left[0] ?? (method === 'bank' ? undefined : notReversed[0]);
  const compareLine = ({ line, amount }: StatementPayment, at: number): RecordMatch => {
    const earlier = lines.slice(0, at);
    const twin = earlier.find((one) => one.amount === amount);
    const first = method === 'bank' ? undefined : earlier[0];
    if (known.has(line)) return { state: 'known', message: `On record: ${known.get(line)}` };
    if (first && twin) return { state: 'known', message: `The same transaction as line ${twin.line}` };
    if (other)
      return {
        state: 'differs',
        message: `On record as ${formatShillings(other.amount)} in ${other.receipt}`,
      };
    if (first)
      return {
        state: 'differs',
        message: `Line ${first.line} has this ID with ${formatShillings(first.amount)}`,
      };
    if (twin) return { state: 'likely', message: 'This ID stands twice with the same amount', before };
    if (!elsewhere) return { before };
    const message = `This ID is on record under ${feeMethodNames[elsewhere.method]}: ${elsewhere.receipt}`;
    return { state: 'likely', message, before };
  };
  return lines.map((one, at) => [one.line, compareLine(one, at)]);
}
