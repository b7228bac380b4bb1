import type { PeopleColumn } from '@institute/contract/fees.constants';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import { mobileStart, place } from '@institute/contract/place';
import type { ColumnLayout, FieldColumns } from '../../../platform/tables/table.ts';
import { toPlainHeading } from '../../../platform/tables/table-headings.ts';

/** Currency in lower case, because headings are compared in lower case. */
const localCurrencyWord = place.currency.toLowerCase();

/** Matches a heading that has one of these words and none of the others. */
function makeHeadingMatcher(words: string, others: string): Pick<RegExp, 'test'> {
  const [wordPattern, otherPattern] = [words, others].map((list) => new RegExp(`\\b(?:${list})\\b`));
  return { test: (heading) => wordPattern?.test(heading) === true && otherPattern?.test(heading) === false };
}

const studentWords = '(?:student|learner|trainee|pupil|applicant|candidate|participant)s?(?: s)?';
const guardianWords = 'guardians?|parents?|kin|nok|father|mother|sponsor';
const phoneWords = 'phone\\w*|telephone\\w*|mobile\\w*|contacts?|cell\\w*|tel|whats ?app';
const notPhoneHeadings =
  'names?|persons?|e ?mails?|address|relation\\w*|occupation|date|sex|gender|medium|prefer\\w*|status|ids?|nin|national';
const notStartHeadings =
  'birth|born|dob|due|paid|pay|payment|last|end|finish|exit|left|deadline|expir\\w*|no|number|ids?|fees?|status|time|mode|type';
const notDebtHeadings = 'birth|paid|payments?|date|days?|due (?:on|by)|brought|deposit\\w*|received';
const moneyWords = `fees?|amounts?|school|tuition|still|total|in|${localCurrencyWord}|shs`;

const surelyDebtWords = 'owe\\w*|owing|balances?|bal|arrears|outstanding|debts?|unpaid';
const debtWords = new RegExp(`\\b(?:${surelyDebtWords}|dues?)\\b`);
const debtHeadingPattern = makeHeadingMatcher(surelyDebtWords, notDebtHeadings);

/** Lists the headings of balances, such as those of terms. Only the office knows which balance is owed today. */
export const listBalanceHeadings = (headings: readonly string[]): string[] =>
  headings.filter((heading) => debtHeadingPattern.test(toPlainHeading(heading)));

/** True for headings such as "Balance (UGX '000)" or "Fees in thousands". */
export const isInThousands = (heading: string): boolean =>
  /thousands?\b|[\u2018\u2019'`]000\b|\b000s?\b/i.test(heading);

const mobilePattern = new RegExp(`^\\+${place.callingCode}${mobileStart.source}`);

/**
 * Rates a cell of a phone column: a mobile phone is best, then a landline, then any digits, then words such as
 * "Home".
 */
function ratePhoneCell(cell: string): number {
  const parsedNumber = parseInternationalPhone(cell)?.number;
  if (parsedNumber)
    return mobilePattern.test(parsedNumber) || !parsedNumber.startsWith(`+${place.callingCode}`) ? 3 : 2;
  return /\d/.test(cell) ? 1 : 0;
}

const numberOrder = new Intl.Collator('en', { numeric: true });

/**
 * Finds the heading with the greatest number among those that differ in numbers alone, such as Term 1 and Term 3
 * Balance.
 */
function findHeadingOfGreatestNumber(headings: readonly string[], found: number): number {
  const dropNumbers = (heading = '') => heading.replace(/\d+/g, '').trim();
  return headings.reduce((newest, heading, at) => {
    const isSameHeading = dropNumbers(heading) === dropNumbers(headings[found]);
    return isSameHeading && numberOrder.compare(heading, headings[newest] ?? '') > 0 ? at : newest;
  }, found);
}

export const peopleLayout: ColumnLayout<PeopleColumn> = {
  patterns: [
    [
      'guardianPhone',
      makeHeadingMatcher(`(?:${guardianWords})\\b.*\\b(?:${phoneWords}|numbers?|no)`, notPhoneHeadings),
    ],
    [
      'guardianPhone',
      makeHeadingMatcher(`(?:${phoneWords}|numbers?|no)\\b.*\\b(?:${guardianWords})`, notPhoneHeadings),
    ],
    [
      'name',
      new RegExp(`^(?:full |${studentWords} (?:full )?)?names?(?: in full| of (?:the )?${studentWords})?$`),
    ],
    ['firstName', /^(?:first|given|other|fore) ?names?$/],
    ['surname', /^(?:sur ?names?|(?:last|family) ?names?)$/],
    ['name', new RegExp(`^${studentWords}$`)],
    ['name', /^contact ?names?$/],
    ['phone', makeHeadingMatcher(phoneWords, `${notPhoneHeadings}|${guardianWords}|emergency`)],
    ['email', makeHeadingMatcher('e ?mails?', `${guardianWords}|emergency|prefer\\w*|password|status|sent`)],
    [
      'program',
      /^(?:name of (?:the )?)?(?:student )?(?:programmes?|programs?|courses?|class(?:es)?|trade|std|standard)(?: (?:names?|title|of study|offered|enrolled|applied(?: for)?|taken))?$/,
    ],
    [
      'start',
      makeHeadingMatcher(
        'start\\w*|began|begins?|joined|joining|join|enrol\\w*|admission|admitted|commenc\\w*',
        notStartHeadings,
      ),
    ],
    ['start', /^(?:intake date|date of intake|registration date|date of registration|date)$/],
    // Words of the newest balance come first, because a list may have several balances
    [
      'owes',
      makeHeadingMatcher('(?:closing|current|new|final|outstanding) balance|c ?[df]', notDebtHeadings),
    ],
    ['owes', makeHeadingMatcher(surelyDebtWords, `${notDebtHeadings}|b ?[df]|opening|forward`)],
    ['owes', debtHeadingPattern],
    ['owes', new RegExp(`^(?:dues|(?:(?:${moneyWords}) )+dues?(?: (?:${moneyWords}))*)$`)],
    ['owes', new RegExp(`^(?:fees? )?amounts?(?: ${localCurrencyWord}| of fees?)?$`)],
  ],
  judgeCell: (column, cell) => {
    if (column === 'phone' || column === 'guardianPhone') return ratePhoneCell(cell);
    if (column === 'email') return cell.includes('@') ? 1 : 0;
    return cell === '' ? 0 : 1;
  },
  refine: ({ owes: found, ...columns }, headings) => {
    const owesColumn = found === undefined ? found : findHeadingOfGreatestNumber(headings, found);
    // An amount asked for is not the debt when another column says what was paid
    const isAmountAskedFor = owesColumn !== undefined && !debtWords.test(headings[owesColumn] ?? '');
    const hasDebtColumn =
      owesColumn !== undefined &&
      !(isAmountAskedFor && headings.some((one) => /\bpaid\b|\bpayments?\b/.test(one)));
    // Without a phone column, the guardian's phone stands for the person's
    const phoneColumn = columns.phone ?? columns.guardianPhone;
    return {
      ...columns,
      ...(phoneColumn !== undefined && { phone: phoneColumn }),
      ...(hasDebtColumn && { owes: owesColumn }),
    };
  },
  isComplete: (columns) => listMissingPeopleColumns(columns).length === 0,
};

/** Lists the columns that are missing although a list of people must have them. */
export const listMissingPeopleColumns = ({
  name,
  firstName,
  surname,
  phone,
  program,
}: FieldColumns<PeopleColumn>) => [
  ...((name ?? firstName ?? surname) === undefined ? (['name'] as const) : []),
  ...(phone === undefined ? (['phone'] as const) : []),
  ...(program === undefined ? (['program'] as const) : []),
];
