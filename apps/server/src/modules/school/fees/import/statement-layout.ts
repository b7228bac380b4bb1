import type { StatementColumn } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import type { Columns, Layout } from '../../../platform/tables/table.ts';

/** The currency in lower case, as headings are read. */
const currency = place.currency.toLowerCase();

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
