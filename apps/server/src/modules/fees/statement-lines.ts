import { feeLimits, type StatementColumn, type statementMethods } from '@institute/contract/fees.constants';
import { internationalPhone } from '@institute/contract/international-phone';
import { truncate } from '@institute/contract/text';
import { type PastedTable, readAmount, readDay, readTable, type TableLine } from './pasted-table.ts';

export type StatementMethod = (typeof statementMethods)[number];
export type StatementTable = PastedTable<StatementColumn>;

const patterns: readonly (readonly [StatementColumn, RegExp])[] = [
  ['operatorId', /^(?:financial )?(?:transaction|trans|tran|txn|trx) ?(?:id|ref|reference|no|number)$/],
  ['operatorId', /^(?:id|(?:bank |ft )?ref(?:erence)?(?: (?:no|number|id))?|receipt (?:no|number))$/],
  ['operatorId', /^(?:cheque|instrument) (?:no|number)$/],
  ['credit', /^(?:credits?|cr|paid in|money in|deposits?|in|amount credited)(?: amount| ugx)*$/],
  ['debit', /^(?:debits?|dr|paid out|money out|withdrawals?|out|amount debited)(?: amount| ugx)*$/],
  ['amount', /^(?:transaction |trans |txn |paid )?(?:amount|value)(?: ugx| paid)*$/],
  [
    'day',
    /^(?:(?:transaction|trans|tran|txn|posting|post|book|booking|entry|payment) )?date(?: (?:and )?time| posted)?$/,
  ],
  ['day', /^(?:completed(?: at| on)?|timestamp|day|value date)$/],
  ['payerPhone', /\bmsisdn\b|^(?:from|phone|mobile)$/],
  [
    'payerPhone',
    /\b(?:sender|payer|customer|from|mobile|phone|depositor).*\b(?:number|no|phone|mobile|account)$/,
  ],
  [
    'payerName',
    /\b(?:sender|payer|customer|from|depositor|account holder) name\b|^(?:name|payer|sender|depositor|customer)$/,
  ],
  ['reason', /reason|narrat|descri|particulars|details|remarks|message|note|purpose|comment/],
  ['reason', /student|reference|external id|^ref\b/],
  ['status', /^(?:transaction |txn )?(?:status|state)$/],
];

const hasMoney = (columns: StatementTable['columns']) =>
  columns.amount !== undefined || columns.credit !== undefined;

/** Columns that a statement cannot do without. */
export const missingColumns = (columns: StatementTable['columns']): StatementColumn[] => [
  ...(['day', 'operatorId'] as const).filter((column) => columns[column] === undefined),
  ...(hasMoney(columns) ? [] : (['amount'] as const)),
];

/** Without chosen columns they are recognised. */
export function readStatement(text: string, chosen?: StatementTable['columns']): StatementTable {
  const table = readTable(text, {
    patterns,
    isComplete: (columns) => columns.day !== undefined && hasMoney(columns),
  });
  return { ...table, columns: chosen ?? table.columns };
}

/** A guess by what stands above the lines. */
export function guessMethod({ head, columns }: Pick<StatementTable, 'head' | 'columns'>): StatementMethod {
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

/** `reversed`: words that may name the transaction that this line takes back. */
export type ReadLine = { line: number; reversed: string[] } & (
  | { payment: StatementPayment }
  | { payment: null; state: 'notMoney' | 'unreadable'; message: string }
);

const balances =
  /^(?:opening|closing|available|ledger|brought|carried|total|sub ?total|grand total|balance|b\/f|c\/f|end of|page \d)/i;
const reversal = /revers|rolled ?back|roll ?back|refund|charge ?back/i;
const wentOut = /withdraw|cash ?out|payout|disburse|^(?:debit|dr|fee|charge|commission|tax)s?$/i;
const isDone =
  /^(?:transaction )?(?:|success(?:ful)?|succeeded|completed?|settled|posted|processed|approved|paid|ok|done|ts)$/i;

/** What one line says, before anything is known of the database. `today` is a day in Kampala. */
export function readLine(
  { line, cells }: TableLine,
  { columns, headings }: StatementTable,
  today: string,
): ReadLine {
  const readCell = (column: StatementColumn) => cells[columns[column] ?? -1] ?? '';
  const refuse = (state: 'notMoney' | 'unreadable', message: string, reversed: string[] = []): ReadLine => ({
    line,
    state,
    message,
    reversed,
    payment: null,
  });
  const refuseLine = (why: string) => refuse('unreadable', `Line ${line}: ${why}`);
  const filled = cells.filter(Boolean);
  const kind = cells[headings.findIndex((heading) => /\btype\b/i.test(heading))] ?? '';
  const money = findMoney(readCell('credit'), readCell('amount'), readCell('debit'));
  const words = filled.join(' ');
  if (
    filled.length === 1 ||
    (!readCell('day') && !readCell('operatorId')) ||
    balances.test(filled[0] ?? '')
  ) {
    return refuse('notMoney', 'No transaction');
  }
  if (balances.test(readCell('reason')) && !readCell('operatorId')) return refuse('notMoney', 'A balance');
  if (money === '') return refuseLine('the amount is missing');
  if (money === 'out') return refuse('notMoney', 'Money that went out', findReversed(words));
  const amount = readAmount(money);
  if (typeof amount === 'string') return refuseLine(amount);
  if (reversal.test(readCell('status'))) return refuse('notMoney', 'It was reversed');
  if (!isDone.test(readCell('status'))) return refuse('notMoney', `Its state is ${readCell('status')}`);
  if (amount <= 0 || reversal.test(kind) || wentOut.test(kind)) {
    return refuse('notMoney', 'Money that went out', findReversed(words));
  }
  if (amount > feeLimits.amount) return refuseLine(`the amount ${money} is too high`);
  const typedDay = readCell('day');
  if (!typedDay) return refuseLine('the day is missing');
  const day = readDay(typedDay);
  if (!day) return refuseLine(`the day ${typedDay} is not a day`);
  if (day > today) return refuseLine(`the day ${typedDay} is in the future`);
  if (day < '2000-01-01') return refuseLine(`the day ${typedDay} is too long ago`);
  const operatorId = readCell('operatorId');
  if (!operatorId) return refuseLine('the transaction ID is missing');
  if (/^\d[.,]?\d*E\+\d+$/i.test(operatorId)) {
    const message = `The transaction ID ${operatorId} was shortened by a spreadsheet. Use the file as it came.`;
    return refuse('unreadable', message);
  }
  if (operatorId.length > feeLimits.operatorId) return refuseLine('the transaction ID is too long');
  const payment = {
    line,
    amount,
    operatorId,
    day,
    payerName: truncate(readCell('payerName'), feeLimits.payerName) || null,
    payerPhone: findPhone(readCell('payerPhone')) ?? findPhone(readCell('reason')),
    typedReason: truncate(readCell('reason'), feeLimits.note) || null,
  };
  return { line, payment, reversed: [] };
}

/** The cell that came in, or `out`. Banks write 0.00 in the other column. */
function findMoney(credit: string, amount: string, debit: string): string {
  const isNothing = (cell: string) => /^[-–0.,]*$/.test(cell);
  if (!isNothing(credit)) return credit;
  if (!isNothing(debit)) return 'out';
  return amount;
}

/** Words that look like ids. */
const findReversed = (words: string): string[] =>
  reversal.test(words) ? (words.match(/[\w-]*\d[\w-]*/g) ?? []).map((word) => word.toUpperCase()) : [];

/** In international form: `FRI:256772123456/MSISDN` and `0772 123 456` are `+256772123456`. */
function findPhone(cell: string): string | null {
  for (const digits of cell.replace(/(\d)[ -](?=\d)/g, '$1').match(/\d{9,12}/g) ?? []) {
    const typed = digits.length === 9 ? `0${digits}` : digits.startsWith('256') ? `+${digits}` : digits;
    const number = internationalPhone(typed)?.number;
    if (number) return number;
  }
  return null;
}
