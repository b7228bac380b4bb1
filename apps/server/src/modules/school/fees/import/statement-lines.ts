import {
  describeShortenedId,
  feeLimits,
  isNumberOfOurOwn,
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
import { txRefPattern } from '../../../platform/payments/online-payment.service.ts';
import type { Table, TableLine } from '../../../platform/tables/table.ts';
import {
  findCellFault,
  findMonthPlace,
  type MonthPlace,
  readAmount,
  readDay,
} from '../../../platform/tables/table-cells.ts';
import { findOutgoingLines } from './statement-balances.ts';
import { hasMoneyColumn, statementLayout } from './statement-layout.ts';
import { type MarkedLineValues, makeLineMark } from './statement-marks.ts';
import {
  findNumberOfStatement,
  hasPartyColumns,
  makePartyReader,
  removeNonPhoneNumbers,
} from './statement-parties.ts';

export type StatementMethod = (typeof statementMethods)[number];
export type StatementTable = Table<StatementColumn> & { monthPlace: MonthPlace };

/** A statement must have these columns. Some banks and lists of merchants have no IDs. */
export const listMissingColumns = ({ columns, headings }: StatementTable, method: StatementMethod) => [
  ...(columns.day === undefined ? (['day'] as const) : []),
  ...(hasIdColumn(columns) ||
  (statementLayout.isComplete(columns) && (method === 'bank' || hasPartyColumns({ headings })))
    ? []
    : (['operatorId'] as const)),
  ...(hasMoneyColumn(columns) ? [] : (['amount'] as const)),
];

const hasIdColumn = (columns: StatementTable['columns']) => columns.operatorId !== undefined;

export function toStatementTable(table: Table<StatementColumn>): StatementTable {
  const { columns, lines } = table;
  return { ...table, monthPlace: findMonthPlace(lines.map(({ cells }) => cells[columns.day ?? -1] ?? '')) };
}

/** Guesses the payment method from the text above the lines. */
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
 * `reversed`: the words of the line that may be the ID of a payment of this amount that the line takes back.
 * `values`: what the mark of a line without an ID is made of. `namesInstitute`: the reason contains a number of
 * the institute, and no column says who paid.
 */
export type ReadLine = { line: number; reversed: { id: string; amount: number }[] } & (
  | { payment: StatementPayment; values: MarkedLineValues | null; namesInstitute: boolean }
  | { payment: null; state: 'notMoney' | 'unreadable'; message: string }
);

const balanceLinePattern =
  /^(?:opening|closing|available|ledger|brought|carried|total|sub ?total|grand total|balance|b\/f|c\/f|end of|page \d)/i;
const reversalWords = /revers|rolled ?back|roll ?back|refund|charge ?back/i;
const outgoingKindPattern =
  /withdraw|cash ?out|payout|disburse|^(?:debit|dr|d|fee|charge|commission|tax)s?$/i;
const completedStatus =
  /^(?:transaction )?(?:|success(?:ful)?|succeeded|completed?|settled|posted|processed|approved|paid|ok|done|ts)$/i;

const signHeadingPattern =
  /\btype\b|\bindicator\b|^\W*(?:cr|dr|c|d|credit|debit)\W+(?:cr|dr|c|d|credit|debit)\b|^(?:crdr|drcr|cd|dc)$/i;

/**
 * A line has the same ID in every file, also in a spreadsheet. Equal lines without an ID get a count. `ownNumbers`
 * are the phones of the institute in comparable form.
 */
export function readLines(
  table: StatementTable,
  today: string,
  ownNumbers: ReadonlySet<string> = new Set(),
): ReadLine[] {
  const countsById = new Map<string, number>();
  const readParties = makePartyReader(table);
  const ownNumber = findNumberOfStatement(table);
  const outgoingLines = findOutgoingLines(table);
  return table.lines.map((one) => {
    const { from } = readParties(one);
    const isOutgoingLine = outgoingLines.has(one.line) || (ownNumber !== '' && from === ownNumber);
    const parsedLine = readLine(one, table, today, { isOut: isOutgoingLine, ownNumbers });
    if (!parsedLine.payment || !parsedLine.values) return parsedLine;
    const { operatorId } = parsedLine.payment;
    const equalIdCount = (countsById.get(operatorId) ?? 0) + 1;
    countsById.set(operatorId, equalIdCount);
    return equalIdCount === 1
      ? parsedLine
      : { ...parsedLine, payment: { ...parsedLine.payment, operatorId: `${operatorId}-${equalIdCount}` } };
  });
}

/**
 * Headings of the reference that the institute's own page sent. Payers can type a reference into any other column.
 */
const referenceHeadingPattern = /^(?:tx|transaction|merchant|order)[ _.-]?(?:ref(?:erence)?|id|no|number)$/i;
const currencyPattern = new RegExp(`^${currencySigns}$`, 'i');

type LineRefusal = Omit<Extract<ReadLine, { payment: null }>, 'line' | 'payment'>;

const makeRefusal = (
  state: LineRefusal['state'],
  message: string,
  reversed: LineRefusal['reversed'] = [],
): LineRefusal => ({
  state,
  message,
  reversed,
});

/** A line with the columns and headings of its table. */
interface LineCells extends Pick<StatementTable, 'columns' | 'headings' | 'monthPlace'> {
  cells: string[];
  readCell(column: StatementColumn): string;
  /** Cells of the columns whose heading matches. */
  readHeaded(heading: RegExp): string[];
  refuseLine(why: string): LineRefusal;
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
  refuseLine: (why) => makeRefusal('unreadable', `Line ${line}: ${why}`),
});

/** Reads one line without the database. `today` is a day in Kampala. */
export function readLine(
  row: TableLine,
  table: StatementTable,
  today: string,
  { isOut = false, ownNumbers = new Set() }: { isOut?: boolean; ownNumbers?: ReadonlySet<string> } = {},
): ReadLine {
  const lineCells = toLineCells(row, table);
  const { line } = row;
  const receivedAmount = findNonPaymentRefusal(lineCells) ?? readReceivedAmount(lineCells, isOut);
  if (typeof receivedAmount === 'object') return { line, payment: null, ...receivedAmount };
  const paymentDay = readLineDay(lineCells, today);
  if (typeof paymentDay === 'object') return { line, payment: null, ...paymentDay };
  const payerOrRefusal = readPayer(lineCells, ownNumbers);
  if ('state' in payerOrRefusal) return { line, payment: null, ...payerOrRefusal };
  const { payerName, payerPhone, namesInstitute } = payerOrRefusal;
  const idOrRefusal = readLineId(lineCells, {
    amount: receivedAmount,
    day: paymentDay,
    payerName,
    payerPhone,
  });
  if ('state' in idOrRefusal) return { line, payment: null, ...idOrRefusal };
  const { operatorId, values } = idOrRefusal;
  const typedReason = truncate(lineCells.readCell('reason'), feeLimits.note) || null;
  const readPayment = {
    line,
    amount: receivedAmount,
    operatorId,
    day: paymentDay,
    payerName,
    payerPhone,
    typedReason,
  };
  return { line, payment: readPayment, values, namesInstitute, reversed: [] };
}

/** Refuses a line that is no transaction or has a faulty cell. Null for other lines. */
function findNonPaymentRefusal({
  cells,
  columns,
  headings,
  readCell,
  refuseLine,
}: LineCells): LineRefusal | null {
  const filledCells = cells.filter(Boolean);
  const hasDayOrId = readCell('day') || readCell('operatorId');
  if (filledCells.length === 1 || !hasDayOrId || balanceLinePattern.test(filledCells[0] ?? ''))
    return makeRefusal('notMoney', 'No transaction');
  const reasonCell = readCell('reason');
  // In a file without IDs, the reason of a payment may begin with the word of a balance line
  const mayBeBalanceLine =
    hasIdColumn(columns) ||
    findIncomingAmountCell(readCell) === '' ||
    /balance|[bc]\/f|forward/i.test(reasonCell);
  if (mayBeBalanceLine && balanceLinePattern.test(reasonCell) && !readCell('operatorId'))
    return makeRefusal('notMoney', 'A balance');
  const cellFault = listReadCells(columns, cells)
    .map(([cell, at]) => findCellFault(cell, headings[at] ?? ''))
    .find(Boolean);
  return cellFault ? refuseLine(cellFault) : null;
}

/** Reads the amount that came in. */
function readReceivedAmount({ cells, readCell, readHeaded, refuseLine }: LineCells, isOut: boolean) {
  const lineWords = cells.filter(Boolean).join(' ');
  const amountCell = findIncomingAmountCell(readCell);
  if (amountCell === '') return refuseLine('the amount is missing');
  if (amountCell === 'out')
    return makeRefusal(
      'notMoney',
      'Money that went out',
      findReversedPayments(lineWords, readAmount(readCell('debit'))),
    );
  const amount = readAmount(amountCell);
  if (typeof amount === 'string') return refuseLine(amount);
  const [currency = ''] = readHeaded(/^currency(?: code)?$/i);
  if (currency && !currencyPattern.test(currency)) return refuseLine(`the amount is in ${currency}`);
  const statusCell = readCell('status');
  if (reversalWords.test(statusCell)) return makeRefusal('notMoney', 'It was reversed');
  if (!completedStatus.test(statusCell)) return makeRefusal('notMoney', `Its state is ${statusCell}`);
  const movementKinds = readHeaded(signHeadingPattern);
  if (
    isOut ||
    amount <= 0 ||
    movementKinds.some((kind) => reversalWords.test(kind) || outgoingKindPattern.test(kind))
  )
    return makeRefusal('notMoney', 'Money that went out', findReversedPayments(lineWords, amount));
  return amount > feeLimits.amount ? refuseLine(`the amount ${amountCell} is too high`) : amount;
}

function readLineDay({ monthPlace, readCell, refuseLine }: LineCells, today: string): string | LineRefusal {
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

/** Reads who paid. A number of the institute is not taken for the payer's. */
function readPayer({ readCell }: LineCells, ownNumbers: ReadonlySet<string>) {
  const isInstitutePhone = (phone: string | null) =>
    phone !== null && ownNumbers.has(toComparablePhone(phone));
  const senderPhone = findPhone(readCell('payerPhone'));
  if (isInstitutePhone(senderPhone)) return makeRefusal('notMoney', 'Money from a number of the institute');
  const namedPhone = senderPhone ? null : findPhone(readCell('reason'));
  const namesInstitute = isInstitutePhone(namedPhone);
  return {
    payerName: truncate(readCell('payerName'), feeLimits.payerName) || null,
    payerPhone: senderPhone ?? (namesInstitute ? null : namedPhone),
    namesInstitute,
  };
}

/** Reads the transaction ID, or makes the mark of a line without one. `values`: what the mark is made of. */
function readLineId(
  { cells, columns, headings, readCell, refuseLine }: LineCells,
  { payerPhone, ...said }: Pick<StatementPayment, 'amount' | 'day' | 'payerName' | 'payerPhone'>,
) {
  // A payment of the institute's own page has its reference in a cell, so the provider's ID is not needed
  const txRef = cells.find(
    (cell, at) =>
      txRefPattern.test(cell) &&
      (at === columns.operatorId || referenceHeadingPattern.test(headings[at] ?? '')),
  );
  // A list of transfers may have no reasons, so the payer distinguishes its lines
  const payersForMark = hasPartyColumns({ headings }) ? [payerPhone] : [];
  const markValues: MarkedLineValues | null =
    txRef || hasIdColumn(columns)
      ? null
      : { ...said, reason: readCell('reason'), balance: readCell('balance'), payers: payersForMark };
  const operatorId = txRef ?? (markValues ? makeLineMark(markValues) : toPlainId(readCell('operatorId')));
  if (!operatorId) return refuseLine('the transaction ID is missing');
  if (isShortenedId(operatorId))
    return makeRefusal('unreadable', `${describeShortenedId(operatorId)}. Use the file as it came.`);
  if (operatorId.length > feeLimits.operatorId) return refuseLine('the transaction ID is too long');
  if (!markValues && isNumberOfOurOwn(operatorId)) {
    return refuseLine(`${operatorId} is a number of the institute itself: choose another column for the ID`);
  }
  return { operatorId, values: markValues };
}

/**
 * Lists the cells that are read, each with the number of its column. The balance is read only when IDs are made of
 * it.
 */
const listReadCells = (columns: StatementTable['columns'], cells: readonly string[]) =>
  statementColumns.flatMap((column) => {
    const index = columns[column];
    const isReadColumn = index !== undefined && !(column === 'balance' && hasIdColumn(columns));
    return isReadColumn ? [[cells[index] ?? '', index] as const] : [];
  });

/** Finds the cell with the incoming amount, or returns `out`. Banks write 0.00 in the other column. */
function findIncomingAmountCell(readCell: LineCells['readCell']): string {
  const isEmptyAmount = (cell: string) => /^[-–0.,]*$/.test(cell);
  const creditCell = readCell('credit');
  if (!isEmptyAmount(creditCell)) return creditCell;
  return isEmptyAmount(readCell('debit')) ? readCell('amount') : 'out';
}

/**
 * Finds words that look like the ID of a reversed payment. Payers can type such words, so the amount must match
 * too.
 */
const findReversedPayments = (words: string, amount: number | string): ReadLine['reversed'] =>
  reversalWords.test(words) && typeof amount === 'number'
    ? (words.match(/[\w-]+/g) ?? [])
        .filter((word) => /\d/.test(word))
        .map((word) => ({ id: toComparableId(word), amount: Math.abs(amount) }))
    : [];

/** Numbers that are tried in one cell. A real cell has fewer, and parsing a phone is slow. */
const MAX_NUMBERS = 8;

/** Finds a phone: `FRI:256772123456/MSISDN` and `0772 123 456` both become `+256772123456`. */
function findPhone(cell: string): string | null {
  const possibleNumbers =
    removeNonPhoneNumbers(cell)
      .replace(/(\d)[ -](?=\d)/g, '$1')
      .match(/\d{9,12}/g) ?? [];
  for (const numberDigits of possibleNumbers.slice(0, MAX_NUMBERS)) {
    const phoneNumber = parseInternationalPhone(toTypedPhone(numberDigits))?.number;
    if (phoneNumber) return phoneNumber;
  }
  return null;
}
