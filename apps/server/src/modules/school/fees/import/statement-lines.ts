import {
  describeShortenedId,
  feeLimits,
  isOwnNumber,
  isShortenedId,
  type StatementColumn,
  statementColumns,
  type statementMethods,
  toComparableId,
  toPlainId,
} from '@institute/contract/fees.constants';
import { parseInternationalPhone, toComparablePhone } from '@institute/contract/international-phone';
import { toTypedPhone } from '@institute/contract/phone';
import { currencySigns } from '@institute/contract/place';
import { truncate } from '@institute/contract/text';
import { txRefForm } from '../../../platform/payments/online-payment.service.ts';
import type { Table, TableLine } from '../../../platform/tables/table.ts';
import {
  findCellFault,
  type MonthPlace,
  placeMonth,
  readAmount,
  readDay,
} from '../../../platform/tables/table-cells.ts';
import { findOutgoing } from './statement-balances.ts';
import { hasMoney, statementLayout } from './statement-layout.ts';
import { type LineValues, makeMark } from './statement-marks.ts';
import { findOwnNumber, hasParties, makePartyReader, removeOtherNumbers } from './statement-parties.ts';

export type StatementMethod = (typeof statementMethods)[number];
export type StatementTable = Table<StatementColumn> & { monthPlace: MonthPlace };

/** Columns that a statement cannot do without. Some banks and the lists of merchants have no ids. */
export const listMissingColumns = ({ columns, headings }: StatementTable, method: StatementMethod) => [
  ...(columns.day === undefined ? (['day'] as const) : []),
  ...(hasIdColumn(columns) ||
  (statementLayout.isComplete(columns) && (method === 'bank' || hasParties({ headings })))
    ? []
    : (['operatorId'] as const)),
  ...(hasMoney(columns) ? [] : (['amount'] as const)),
];

const hasIdColumn = (columns: StatementTable['columns']) => columns.operatorId !== undefined;

export function toStatement(table: Table<StatementColumn>): StatementTable {
  const { columns, lines } = table;
  return { ...table, monthPlace: placeMonth(lines.map(({ cells }) => cells[columns.day ?? -1] ?? '')) };
}

/** A guess by what is above the lines. */
export function guessMethod({ head, columns }: Pick<StatementTable, 'head' | 'columns'>): StatementMethod {
  if (/flw|flutterwave|school ?pay/i.test(head)) return 'bank';
  if (/airtel|msisdn/i.test(head)) return 'airtel';
  if (/\bmtn\b|momo|financial transaction|handler name/i.test(head)) return 'mtn';
  return columns.payerPhone === undefined || columns.debit !== undefined ? 'bank' : 'mtn';
}

export interface StatementPayment {
  line: number;
  amount: number;
  operatorId: string;
  day: string;
  payerName: string | null;
  payerPhone: string | null;
  typedReason: string | null;
}

/**
 * `reversed`: words that may name the transaction of this amount that the line takes back, as they are compared.
 * `values`: what the mark is made of, of a line without an ID. `namesInstitute`: its reason has a number of the
 * institute, and no column says who paid.
 */
export type ReadLine = { line: number; reversed: { id: string; amount: number }[] } & (
  | { payment: StatementPayment; values: LineValues | null; namesInstitute: boolean }
  | { payment: null; state: 'notMoney' | 'unreadable'; message: string }
);

const balanceColumns =
  /^(?:opening|closing|available|ledger|brought|carried|total|sub ?total|grand total|balance|b\/f|c\/f|end of|page \d)/i;
const reversalWords = /revers|rolled ?back|roll ?back|refund|charge ?back/i;
const outgoingMark = /withdraw|cash ?out|payout|disburse|^(?:debit|dr|d|fee|charge|commission|tax)s?$/i;
const completedStatus =
  /^(?:transaction )?(?:|success(?:ful)?|succeeded|completed?|settled|posted|processed|approved|paid|ok|done|ts)$/i;

const signWords =
  /\btype\b|\bindicator\b|^\W*(?:cr|dr|c|d|credit|debit)\W+(?:cr|dr|c|d|credit|debit)\b|^(?:crdr|drcr|cd|dc)$/i;

/**
 * The same lines have the same ids, also as a spreadsheet; equal lines without an ID are counted. `ownNumbers` are the
 * institute's, in comparable form.
 */
export function readLines(
  table: StatementTable,
  today: string,
  ownNumbers: ReadonlySet<string> = new Set(),
): ReadLine[] {
  const counts = new Map<string, number>();
  const readParties = makePartyReader(table);
  const ownNumber = findOwnNumber(table);
  const outgoing = findOutgoing(table);
  return table.lines.map((one) => {
    const { from } = readParties(one);
    const isOut = outgoing.has(one.line) || (ownNumber !== '' && from === ownNumber);
    const read = readLine(one, table, today, { isOut, ownNumbers });
    if (!read.payment || !read.values) return read;
    const { operatorId } = read.payment;
    const count = (counts.get(operatorId) ?? 0) + 1;
    counts.set(operatorId, count);
    return count === 1
      ? read
      : { ...read, payment: { ...read.payment, operatorId: `${operatorId}-${count}` } };
  });
}

/** Headings of a reference that the institute's own page sent. Payers can type one into any other column. */
const providersReference = /^(?:tx|transaction|merchant|order)[ _.-]?(?:ref(?:erence)?|id|no|number)$/i;
const ownCurrency = new RegExp(`^${currencySigns}$`, 'i');

type Refusal = Omit<Extract<ReadLine, { payment: null }>, 'line' | 'payment'>;

const refuse = (state: Refusal['state'], message: string, reversed: Refusal['reversed'] = []): Refusal => ({
  state,
  message,
  reversed,
});

/** A line with its table. */
interface LineCells extends Pick<StatementTable, 'columns' | 'headings' | 'monthPlace'> {
  cells: string[];
  readCell(column: StatementColumn): string;
  /** The cells below such headings. */
  readHeaded(heading: RegExp): string[];
  refuseLine(why: string): Refusal;
}

const toLineCells = (
  { line, cells }: TableLine,
  { columns, headings, monthPlace }: StatementTable,
): LineCells => ({
  cells,
  columns,
  headings,
  monthPlace,
  readCell: (column) => cells[columns[column] ?? -1] ?? '',
  readHeaded: (heading) => headings.flatMap((one, at) => (heading.test(one) ? (cells[at] ?? '') : [])),
  refuseLine: (why) => refuse('unreadable', `Line ${line}: ${why}`),
});

/** What one line says, before anything is known of the database. `today` is a day in Kampala. */
export function readLine(
  row: TableLine,
  table: StatementTable,
  today: string,
  { isOut = false, ownNumbers = new Set() }: { isOut?: boolean; ownNumbers?: ReadonlySet<string> } = {},
): ReadLine {
  const cells = toLineCells(row, table);
  const { line } = row;
  const amount = refuseOther(cells) ?? readReceived(cells, isOut);
  if (typeof amount === 'object') return { line, payment: null, ...amount };
  const day = readLineDay(cells, today);
  if (typeof day === 'object') return { line, payment: null, ...day };
  const payer = readPayer(cells, ownNumbers);
  if ('state' in payer) return { line, payment: null, ...payer };
  const { payerName, payerPhone, namesInstitute } = payer;
  const id = readLineId(cells, { amount, day, payerName, payerPhone });
  if ('state' in id) return { line, payment: null, ...id };
  const { operatorId, values } = id;
  const typedReason = truncate(cells.readCell('reason'), feeLimits.note) || null;
  const payment = { line, amount, operatorId, day, payerName, payerPhone, typedReason };
  return { line, payment, values, namesInstitute, reversed: [] };
}

/** A line that is no transaction, or has a cell without a value. Null for others. */
function refuseOther({ cells, columns, headings, readCell, refuseLine }: LineCells): Refusal | null {
  const filled = cells.filter(Boolean);
  const hasKey = readCell('day') || readCell('operatorId');
  if (filled.length === 1 || !hasKey || balanceColumns.test(filled[0] ?? ''))
    return refuse('notMoney', 'No transaction');
  const reason = readCell('reason');
  // Where no line has an ID, a payment may begin with such a word
  const isBalance =
    hasIdColumn(columns) || findMoney(readCell) === '' || /balance|[bc]\/f|forward/i.test(reason);
  if (isBalance && balanceColumns.test(reason) && !readCell('operatorId'))
    return refuse('notMoney', 'A balance');
  const fault = listReadCells(columns, cells)
    .map(([cell, at]) => findCellFault(cell, headings[at] ?? ''))
    .find(Boolean);
  return fault ? refuseLine(fault) : null;
}

/** The amount that came in. */
function readReceived({ cells, readCell, readHeaded, refuseLine }: LineCells, isOut: boolean) {
  const words = cells.filter(Boolean).join(' ');
  const money = findMoney(readCell);
  if (money === '') return refuseLine('the amount is missing');
  if (money === 'out')
    return refuse('notMoney', 'Money that went out', findReversed(words, readAmount(readCell('debit'))));
  const amount = readAmount(money);
  if (typeof amount === 'string') return refuseLine(amount);
  const [currency = ''] = readHeaded(/^currency(?: code)?$/i);
  if (currency && !ownCurrency.test(currency)) return refuseLine(`the amount is in ${currency}`);
  const status = readCell('status');
  if (reversalWords.test(status)) return refuse('notMoney', 'It was reversed');
  if (!completedStatus.test(status)) return refuse('notMoney', `Its state is ${status}`);
  const kinds = readHeaded(signWords);
  if (isOut || amount <= 0 || kinds.some((kind) => reversalWords.test(kind) || outgoingMark.test(kind)))
    return refuse('notMoney', 'Money that went out', findReversed(words, amount));
  return amount > feeLimits.amount ? refuseLine(`the amount ${money} is too high`) : amount;
}

function readLineDay({ monthPlace, readCell, refuseLine }: LineCells, today: string): string | Refusal {
  const typedDay = readCell('day');
  if (!typedDay) return refuseLine('the day is missing');
  const day = readDay(typedDay, monthPlace);
  if (!day && monthPlace === 'mixed' && readDay(typedDay)) {
    return refuseLine(`the day ${typedDay} can be two days: this file has the month first and second`);
  }
  if (!day) return refuseLine(`the day ${typedDay} is not a day`);
  if (day > today) return refuseLine(`the day ${typedDay} is in the future`);
  return day < '2000-01-01' ? refuseLine(`the day ${typedDay} is too long ago`) : day;
}

/** A number of the institute is no payer's. */
function readPayer({ readCell }: LineCells, ownNumbers: ReadonlySet<string>) {
  const isOwn = (phone: string | null) => phone !== null && ownNumbers.has(toComparablePhone(phone));
  const sender = findPhone(readCell('payerPhone'));
  if (isOwn(sender)) return refuse('notMoney', 'Money from a number of the institute');
  const named = sender ? null : findPhone(readCell('reason'));
  const namesInstitute = isOwn(named);
  return {
    payerName: truncate(readCell('payerName'), feeLimits.payerName) || null,
    payerPhone: sender ?? (namesInstitute ? null : named),
    namesInstitute,
  };
}

/** The transaction ID, or the mark of a line without one. `values`: what the mark is made of. */
function readLineId(
  { cells, columns, headings, readCell, refuseLine }: LineCells,
  { payerPhone, ...said }: Pick<StatementPayment, 'amount' | 'day' | 'payerName' | 'payerPhone'>,
) {
  // A payment of our own page names itself, whatever number the provider gave it
  const txRef = cells.find(
    (cell, at) =>
      txRefForm.test(cell) && (at === columns.operatorId || providersReference.test(headings[at] ?? '')),
  );
  // A list of transfers may have no reasons: its lines are distinguished by who paid
  const payers = hasParties({ headings }) ? [payerPhone] : [];
  const values: LineValues | null =
    txRef || hasIdColumn(columns)
      ? null
      : { ...said, reason: readCell('reason'), balance: readCell('balance'), payers };
  const operatorId = txRef ?? (values ? makeMark(values) : toPlainId(readCell('operatorId')));
  if (!operatorId) return refuseLine('the transaction ID is missing');
  if (isShortenedId(operatorId))
    return refuse('unreadable', `${describeShortenedId(operatorId)}. Use the file as it came.`);
  if (operatorId.length > feeLimits.operatorId) return refuseLine('the transaction ID is too long');
  if (!values && isOwnNumber(operatorId)) {
    return refuseLine(`${operatorId} is a number of the institute itself: choose another column for the ID`);
  }
  return { operatorId, values };
}

/** With their places. The balance counts only where ids are made of it. */
const listReadCells = (columns: StatementTable['columns'], cells: readonly string[]) =>
  statementColumns.flatMap((column) => {
    const at = columns[column];
    const isRead = at !== undefined && !(column === 'balance' && hasIdColumn(columns));
    return isRead ? [[cells[at] ?? '', at] as const] : [];
  });

/** The cell that came in, or `out`. Banks write 0.00 in the other column. */
function findMoney(readCell: LineCells['readCell']): string {
  const isEmptyAmount = (cell: string) => /^[-–0.,]*$/.test(cell);
  const credit = readCell('credit');
  if (!isEmptyAmount(credit)) return credit;
  return isEmptyAmount(readCell('debit')) ? readCell('amount') : 'out';
}

/** Words that look like ids. Anybody can type one, so the amount must be the same. */
const findReversed = (words: string, amount: number | string): ReadLine['reversed'] =>
  reversalWords.test(words) && typeof amount === 'number'
    ? (words.match(/[\w-]+/g) ?? [])
        .filter((word) => /\d/.test(word))
        .map((word) => ({ id: toComparableId(word), amount: Math.abs(amount) }))
    : [];

/** Numbers of a cell that are looked at. A real one has fewer, and reading a phone is slow. */
const MAX_NUMBERS = 8;

/** In international form: `FRI:256772123456/MSISDN` and `0772 123 456` are `+256772123456`. */
function findPhone(cell: string): string | null {
  const numbers =
    removeOtherNumbers(cell)
      .replace(/(\d)[ -](?=\d)/g, '$1')
      .match(/\d{9,12}/g) ?? [];
  for (const digits of numbers.slice(0, MAX_NUMBERS)) {
    const number = parseInternationalPhone(toTypedPhone(digits))?.number;
    if (number) return number;
  }
  return null;
}
