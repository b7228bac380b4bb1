import type { PeopleColumn } from '@institute/contract/fees.constants';
import { parseInternationalPhone } from '@institute/contract/international-phone';
import { mobileStart, place } from '@institute/contract/place';
import type { Columns, Layout } from '../../../platform/tables/table.ts';
import { toPlainHeading } from '../../../platform/tables/table-headings.ts';

/** The currency in lower case, as headings are read. */
const currency = place.currency.toLowerCase();

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

/** Headings of several balances, such as those of terms. Only the office knows which one is owed today. */
export const listBalanceHeadings = (headings: readonly string[]): string[] =>
  headings.filter((heading) => debtHeading.test(toPlainHeading(heading)));

/** "Balance (UGX '000)", "Fees in thousands". */
export const isInThousands = (heading: string): boolean =>
  /thousands?\b|[\u2018\u2019'`]000\b|\b000s?\b/i.test(heading);

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

export const peopleLayout: Layout<PeopleColumn> = {
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
