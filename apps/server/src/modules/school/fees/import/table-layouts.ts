import type { PeopleColumn, StatementColumn } from '@institute/contract/fees.constants';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import { mobileStart, place } from '@institute/contract/place';

/** The currency in lower case, as headings are read. */
const currency = place.currency.toLowerCase();

export interface TableLine {
  /** Number of the line in the text, from 1. When one sheet is read, the row of that sheet. */
  line: number;
  /** "Nov 2026, row 3" when several sheets are read. */
  place: string | null;
  cells: string[];
}

/** A sheet of a workbook. What is not read is named. */
interface SheetUse {
  name: string;
  isHidden: boolean;
  isRead: boolean;
  /** Number of lines without the headings. 0 for a hidden sheet. */
  lines: number;
}

type Columns<Column extends string> = Partial<Record<Column, number>>;

export interface PastedTable<Column extends string> {
  /** Each has a name of its own: "Amount", "Amount (2)", "Column 3". */
  headings: string[];
  /** The lines above the headings, and the headings. */
  head: string;
  columns: Columns<Column>;
  lines: TableLine[];
  /** The sheets of a workbook, none for other texts. When no sheet `isRead`, the office chooses one. */
  sheets: SheetUse[];
}

/** The heading of each field that is read. */
export const listSources = <Column extends string>(
  fields: readonly Column[],
  { headings, columns }: Pick<PastedTable<Column>, 'headings' | 'columns'>,
) => {
  const sources = fields.map((field) => [field, headings[columns[field] ?? -1] ?? null] as const);
  return Object.fromEntries(sources) as Record<Column, string | null>;
};

export interface Layout<Column extends string> {
  /** They match headings in lower case, without signs. The first pattern that a free heading matches wins. */
  patterns: readonly (readonly [Column, Pick<RegExp, 'test'>])[];
  /** How well a cell fits a field whose heading stands above several columns. */
  judgeCell?(column: Column, cell: string): number;
  /** Corrects the columns by all headings together. */
  refine?(columns: Columns<Column>, headings: readonly string[]): Columns<Column>;
  isComplete(columns: Columns<Column>): boolean;
}

/** Words around the one that matters, in any order: "Tran Amount Cr", "Credit (UGX)". */
const moneyWords = `amounts?|amt|value|transactions?|trans?|txn|trx|tx|local|currency|${currency}|shs?|in`;

/** A heading of one of these words and others of money. */
function matchOnly(words: string): Pick<RegExp, 'test'> {
  const has = new RegExp(`\\b(?:${words})\\b`);
  const isWhole = new RegExp(`^(?:(?:${words}|${moneyWords})(?: |$))+$`);
  return { test: (heading) => has.test(heading) && isWhole.test(heading) };
}

const statementPatterns: Layout<StatementColumn>['patterns'] = [
  ['operatorId', /^(?:financial )?(?:transaction|trans|tran|txn|trx|tx) ?(?:id|ref|reference|no|number)$/],
  [
    'operatorId',
    /^(?:id|(?:bank |ft )?ref(?:erence)?(?: (?:no|number|id))?|(?:school ?pay )?receipt (?:no|number|id)|confirmation code)$/,
  ],
  ['operatorId', /^(?:source )?channel trans(?:action)? (?:id|ref|reference|no|number)$/],
  ['credit', new RegExp(`^(?:credits?|cr|paid in|money in|deposits?|in)(?: amount| ${currency})*$`)],
  ['credit', matchOnly('credit(?:ed|s)?|cr')],
  ['debit', new RegExp(`^(?:debits?|dr|paid out|money out|withdrawals?|out)(?: amount| ${currency})*$`)],
  ['debit', matchOnly('debit(?:ed|s)?|dr')],
  [
    'amount',
    new RegExp(
      `^(?:transaction |trans |tran |txn |paid )?(?:amount|value)(?: ${currency}| paid| dr cr| cr dr)*$`,
    ),
  ],
  [
    'day',
    /^(?:(?:transaction|trans|tran|txn|posting|post|book|booking|entry|payment) )?date(?: (?:and )?time| posted| created)?$/,
  ],
  ['day', /^(?:(?:completed|created)(?: at| on)?|timestamp|day|value date)$/],
  ['payerPhone', /\bmsisdn\b|^(?:from|phone|mobile)$/],
  [
    'payerPhone',
    /\b(?:sender|payer|customer|from|mobile|phone|depositor).*\b(?:number|no|phone|mobile|account)$/,
  ],
  ['payerName', /^student (?:full )?names?$/],
  [
    'payerName',
    /\b(?:sender|payer|customer|from|depositor|account holder) name\b|^(?:name|payer|sender|depositor|customer)$/,
  ],
  ['payerName', /\bfrom handler name\b/],
  ['reason', /^(?:student )?reg(?:istration)? (?:no|number)$/],
  ['reason', /reason|narrat|descri|particulars|details|remarks|message|note|purpose|comment/],
  ['reason', /student|reference|external id|^ref\b/],
  ['status', /^(?:transaction |txn )?(?:completion )?(?:status|state)$/],
  ['balance', /\bbalance\b/],
];

export const hasMoney = (columns: Columns<StatementColumn>) =>
  columns.amount !== undefined || columns.credit !== undefined;

export const statementLayout: Layout<StatementColumn> = {
  patterns: statementPatterns,
  isComplete: (columns) => columns.day !== undefined && hasMoney(columns),
};

/** A heading with one of these words, and none of the others. */
function matchWords(words: string, others: string): Pick<RegExp, 'test'> {
  const [has, hasOther] = [words, others].map((list) => new RegExp(`\\b(?:${list})\\b`));
  return { test: (heading) => has?.test(heading) === true && hasOther?.test(heading) === false };
}

const student = '(?:student|learner|trainee|pupil|applicant|candidate|participant)s?(?: s)?';
const guardian = 'guardians?|parents?|kin|nok|father|mother|sponsor';
const phone = 'phone\\w*|telephone\\w*|mobile\\w*|contacts?|cell\\w*|tel|whats ?app';
const notPhoneHeadings =
  'names?|persons?|e ?mails?|address|relation\\w*|occupation|date|sex|gender|medium|prefer\\w*|status|ids?|nin|national';
const notStartHeadings =
  'birth|born|dob|due|paid|pay|payment|last|end|finish|exit|left|deadline|expir\\w*|no|number|ids?|fees?|status|time|mode|type';
const notDebtHeadings = 'birth|paid|payments?|date|days?|due (?:on|by)|brought|deposit\\w*|received';
const money = `fees?|amounts?|school|tuition|still|total|in|${currency}|shs`;

const debt = 'owe\\w*|owing|balances?|bal|arrears|outstanding|debts?|unpaid';
const debtWords = new RegExp(`\\b(?:${debt}|dues?)\\b`);
const debtHeading = matchWords(debt, notDebtHeadings);
export const isBalanceHeading = (heading: string): boolean => debtHeading.test(heading);

const mobileNumber = new RegExp(`^\\+${place.callingCode}${mobileStart.source}`);

/** A mobile phone fits better than a landline, and any number better than words such as "Home". */
function judgePhone(cell: string): number {
  const number = parseInternationalPhone(cell)?.number;
  if (number) return mobileNumber.test(number) || !number.startsWith(`+${place.callingCode}`) ? 3 : 2;
  return /\d/.test(cell) ? 1 : 0;
}

const numberOrder = new Intl.Collator('en', { numeric: true });

/** Of headings that differ in their numbers alone, such as Term 1 Balance and Term 3 Balance, that with the greatest. */
function findNewest(headings: readonly string[], found: number): number {
  const dropNumbers = (heading = '') => heading.replace(/\d+/g, '').trim();
  return headings.reduce((newest, heading, at) => {
    const isAlike = dropNumbers(heading) === dropNumbers(headings[found]);
    return isAlike && numberOrder.compare(heading, headings[newest] ?? '') > 0 ? at : newest;
  }, found);
}

const peopleLayout: Layout<PeopleColumn> = {
  patterns: [
    ['guardianPhone', matchWords(`(?:${guardian})\\b.*\\b(?:${phone}|numbers?|no)`, notPhoneHeadings)],
    ['guardianPhone', matchWords(`(?:${phone}|numbers?|no)\\b.*\\b(?:${guardian})`, notPhoneHeadings)],
    ['name', new RegExp(`^(?:full |${student} (?:full )?)?names?(?: in full| of (?:the )?${student})?$`)],
    ['firstName', /^(?:first|given|other|fore) ?names?$/],
    ['surname', /^(?:sur ?names?|(?:last|family) ?names?)$/],
    ['name', new RegExp(`^${student}$`)],
    ['name', /^contact ?names?$/],
    ['phone', matchWords(phone, `${notPhoneHeadings}|${guardian}|emergency`)],
    ['email', matchWords('e ?mails?', `${guardian}|emergency|prefer\\w*|password|status|sent`)],
    [
      'program',
      /^(?:name of (?:the )?)?(?:student )?(?:programmes?|programs?|courses?|class(?:es)?|trade|std|standard)(?: (?:names?|title|of study|offered|enrolled|applied(?: for)?|taken))?$/,
    ],
    [
      'start',
      matchWords(
        'start\\w*|began|begins?|joined|joining|join|enrol\\w*|admission|admitted|commenc\\w*',
        notStartHeadings,
      ),
    ],
    ['start', /^(?:intake date|date of intake|registration date|date of registration|date)$/],
    // The newest of several balances
    ['owes', matchWords('(?:closing|current|new|final|outstanding) balance|c ?[df]', notDebtHeadings)],
    ['owes', matchWords(debt, `${notDebtHeadings}|b ?[df]|opening|forward`)],
    ['owes', debtHeading],
    ['owes', new RegExp(`^(?:dues|(?:(?:${money}) )+dues?(?: (?:${money}))*)$`)],
    ['owes', new RegExp(`^(?:fees? )?amounts?(?: ${currency}| of fees?)?$`)],
  ],
  judgeCell: (column, cell) => {
    if (column === 'phone' || column === 'guardianPhone') return judgePhone(cell);
    if (column === 'email') return cell.includes('@') ? 1 : 0;
    return cell === '' ? 0 : 1;
  },
  refine: ({ owes: found, ...columns }, headings) => {
    const owes = found === undefined ? found : findNewest(headings, found);
    // The amount asked for is no debt in a row that also says what was paid
    const isAsked = owes !== undefined && !debtWords.test(headings[owes] ?? '');
    const isDebt =
      owes !== undefined && !(isAsked && headings.some((one) => /\bpaid\b|\bpayments?\b/.test(one)));
    // Somebody without a phone is called at his guardian's
    const called = columns.phone ?? columns.guardianPhone;
    return { ...columns, ...(called !== undefined && { phone: called }), ...(isDebt && { owes }) };
  },
  isComplete: (columns) => listMissingPeopleColumns(columns).length === 0,
};

/** Columns that a list of people cannot do without. */
export const listMissingPeopleColumns = ({
  name,
  firstName,
  surname,
  phone,
  program,
}: Columns<PeopleColumn>) => [
  ...((name ?? firstName ?? surname) === undefined ? (['name'] as const) : []),
  ...(phone === undefined ? (['phone'] as const) : []),
  ...(program === undefined ? (['program'] as const) : []),
];

export const tableLayouts = { statement: statementLayout, people: peopleLayout };
