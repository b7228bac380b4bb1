import type { StatementColumn } from '@institute/contract/fees.constants';
import { place } from '@institute/contract/place';
import type { ColumnLayout, FieldColumns } from '../../../platform/tables/table.ts';

/** Currency in lower case, because headings are compared in lower case. */
const localCurrencyWord = place.currency.toLowerCase();

/** Words that may stand around the decisive one, in any order: "Tran Amount Cr", "Credit (UGX)". */
const moneyWords = `amounts?|amt|value|transactions?|trans?|txn|trx|tx|local|currency|${localCurrencyWord}|shs?|in`;

/** Matches a heading that has one of these words, and otherwise only `moneyWords`. */
function makeWholeHeadingMatcher(words: string): Pick<RegExp, 'test'> {
  const wordPattern = new RegExp(`\\b(?:${words})\\b`);
  const wholePattern = new RegExp(`^(?:(?:${words}|${moneyWords})(?: |$))+$`);
  return { test: (heading) => wordPattern.test(heading) && wholePattern.test(heading) };
}

const statementPatterns: ColumnLayout<StatementColumn>['patterns'] = [
  ['operatorId', /^(?:financial )?(?:transaction|trans|tran|txn|trx|tx) ?(?:id|ref|reference|no|number)$/],
  [
    'operatorId',
    /^(?:id|(?:bank |ft )?ref(?:erence)?(?: (?:no|number|id))?|(?:school ?pay )?receipt (?:no|number|id)|confirmation code)$/,
  ],
  ['operatorId', /^(?:source )?channel trans(?:action)? (?:id|ref|reference|no|number)$/],
  ['credit', new RegExp(`^(?:credits?|cr|paid in|money in|deposits?|in)(?: amount| ${localCurrencyWord})*$`)],
  ['credit', makeWholeHeadingMatcher('credit(?:ed|s)?|cr')],
  [
    'debit',
    new RegExp(`^(?:debits?|dr|paid out|money out|withdrawals?|out)(?: amount| ${localCurrencyWord})*$`),
  ],
  ['debit', makeWholeHeadingMatcher('debit(?:ed|s)?|dr')],
  [
    'amount',
    new RegExp(
      `^(?:transaction |trans |tran |txn |paid )?(?:amount|value)(?: ${localCurrencyWord}| paid| dr cr| cr dr)*$`,
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

export const hasMoneyColumn = (columns: FieldColumns<StatementColumn>) =>
  columns.amount !== undefined || columns.credit !== undefined;

export const statementLayout: ColumnLayout<StatementColumn> = {
  patterns: statementPatterns,
  isComplete: (columns) => columns.day !== undefined && hasMoneyColumn(columns),
};
