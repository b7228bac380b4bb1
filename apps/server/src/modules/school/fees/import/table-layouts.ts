import type { PeopleColumn, StatementColumn } from '@institute/contract/fees.constants';

export interface TableLine {
  /** Where it begins in the text, from 1. */
  line: number;
  cells: string[];
}

type Columns<Column extends string> = Partial<Record<Column, number>>;

export interface PastedTable<Column extends string> {
  headings: string[];
  /** What stands above the headings, and they themselves. */
  head: string;
  columns: Columns<Column>;
  lines: TableLine[];
}

export interface Layout<Column extends string> {
  /** They match headings in lower case, without signs. The first pattern that a free heading matches wins. */
  patterns: readonly (readonly [Column, RegExp])[];
  isComplete(columns: Columns<Column>): boolean;
}

const statementPatterns: readonly (readonly [StatementColumn, RegExp])[] = [
  ['operatorId', /^(?:financial )?(?:transaction|trans|tran|txn|trx|tx) ?(?:id|ref|reference|no|number)$/],
  [
    'operatorId',
    /^(?:id|(?:bank |ft )?ref(?:erence)?(?: (?:no|number|id))?|(?:school ?pay )?receipt (?:no|number|id)|confirmation code)$/,
  ],
  ['operatorId', /^(?:source )?channel trans(?:action)? (?:id|ref|reference|no|number)$/],
  ['credit', /^(?:credits?|cr|paid in|money in|deposits?|in|amount credit(?:ed)?)(?: amount| ugx)*$/],
  ['debit', /^(?:debits?|dr|paid out|money out|withdrawals?|out|amount debit(?:ed)?)(?: amount| ugx)*$/],
  ['amount', /^(?:transaction |trans |tran |txn |paid )?(?:amount|value)(?: ugx| paid| dr cr| cr dr)*$/],
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

export const peopleLayout: Layout<PeopleColumn> = {
  patterns: [
    ['guardianPhone', /guardian|parent|next of kin/],
    ['name', /^(?:full |student |applicant )?names?(?: of .*)?$/],
    ['firstName', /^(?:first|given|other|fore) ?names?$/],
    ['surname', /^(?:surnames?|(?:last|family) names?)$/],
    ['phone', /phone|mobile|contact|^tel/],
    ['program', /program|course|class/],
    ['start', /start|began|begin|joined|date/],
    ['owes', /owe|balance|arrears|amount|due/],
  ],
  isComplete: ({ name, firstName, phone, program }) =>
    (name ?? firstName) !== undefined && phone !== undefined && program !== undefined,
};

export const tableLayouts = { statement: statementLayout, people: peopleLayout };
