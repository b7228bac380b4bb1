import { toDialledNumber } from '@institute/contract/phone';
import { currencySigns, operatorNumbers, place } from '@institute/contract/place';

/** All patterns are for small letters. */
const CURRENCY = currencySigns.toLowerCase();
const currencyLetters = CURRENCY.replace(/[^a-z]/g, '');
const YEAR = String.raw`(?:19|20)\d\d`;
const TIME = String.raw`(?:[01]?\d|2[0-3])[.:][0-5]\d`;
/** No phone is so short. The last part of "1,500,000.00" may follow. */
const AMOUNT = String.raw`(?:[1-9]\d?(?:[ ,]?\d{3}){2}|[1-9]\d{0,2}(?:[ ,]?\d{3})?)(?:\.00?)?(?!\d|[ ,.]\d{2})`;
const WITH_COMMAS = String.raw`(?:[1-9]\d?(?:,\d{3}){2}|[1-9]\d{0,2},\d{3})(?!\d|[ ,.]\d{2})`;
/** The start of a number, not a part of a longer one. */
const START = String.raw`(?<!\d[ .,/_-]?)`;

/** `first`: the characters with which the patterns begin, so that most places are passed at once. */
const joinPatterns = (first: string, patterns: readonly string[]) =>
  new RegExp(`(?=[${first}])(?:${patterns.join('|')})`, 'g');

/** Days, times, years, numbers of our documents, post boxes and plots. */
const daysAndPlaces = joinPatterns(String.raw`\drfctp`, [
  String.raw`\b(?:reg|fee|can|rcp|cert|test)[ -]20\d\d[ -]\d{6,7}(?![ -]?\d)`,
  String.raw`${START}${YEAR}-[01]?\d-[0-3]?\d(?![./-]?\d)`,
  String.raw`${START}[0-3]?\d[./-][01]?\d[./-](?:${YEAR}(?![./-]?\d)|\d\d(?![ ./-]?\d(?!\d?[.:]\d\d|\s?[ap]\.?m)))`,
  String.raw`${START}${TIME}(?:\s?(?:-|to)\s?${TIME})?(?![ .:-]?\d)`,
  String.raw`${START}[0-2]\d[0-5]\d\s?-\s?[0-2]\d[0-5]\d(?=\s?(?:h|hrs|hours)\b)`,
  String.raw`${START}${YEAR}\s?[-/]\s?(?:${YEAR}|\d\d)(?![./-]?\d)`,
  String.raw`${START}${YEAR}(?![ .,/-]?\d)`,
  String.raw`\bp\.?\s?o\.?\s?box\s?\d{1,6}(?![ .,-]?\d)`,
  String.raw`\bplots?\s\d{1,4}(?:\s?[-/&]\s?\d{1,4})?(?![ .,-]?\d)`,
]);
/** UGX 1,500,000, Shs 50,000-80,000, 1500000/=, 250,000 and 150000. What follows "code" is none. */
const amounts = joinPatterns(
  String.raw`\d${currencyLetters}`,
  [
    String.raw`\b${CURRENCY}\s?${AMOUNT}(?:\s?(?:-|to)\s?${AMOUNT})?`,
    String.raw`${AMOUNT}\s?(?:/=|/-|${CURRENCY}(?![a-z])|shillings)`,
    String.raw`${WITH_COMMAS}(?:\s?(?:-|to)\s?${WITH_COMMAS})?`,
    String.raw`[1-9]\d{2,4}000(?!\d|[ ,.]\d{2})`,
  ].map((pattern) => String.raw`${START}(?<!\b(?:code|merchant)\W{1,3}(?:${CURRENCY}\s?)?)${pattern}`),
);

const looksLikeZero = 'OoОоΟο';
const looksLikeOne = 'lIІіı|';
const lookalikeWord = new RegExp(
  `^(?:[\\d${looksLikeZero}${looksLikeOne}]*\\d[\\d${looksLikeZero}${looksLikeOne}]*|[${looksLikeZero}]{2,})$`,
  'u',
);
const digitNames = 'zero one two three four five six seven eight nine'.split(' ');
const spelledDigit = new RegExp(`\\b(?:(double|triple)[ -])?(oh|nought|${digitNames.join('|')})\\b`, 'g');

/** The text in small letters, with digits for "O772" and "double seven". */
const readDigits = (plain: string): string =>
  plain
    .replace(/[\p{L}\p{N}|]+/gu, (word) =>
      lookalikeWord.test(word)
        ? word.replace(/[^\d]/gu, (letter) => (looksLikeZero.includes(letter) ? '0' : '1'))
        : word,
    )
    .toLowerCase()
    .replace(spelledDigit, (_, times: string | undefined, name: string) => {
      const digit = String(Math.max(0, digitNames.indexOf(name)));
      return digit.repeat(times ? ['double', 'triple'].indexOf(times) + 2 : 1);
    });

/** The same for all spellings of a phone. */
export const toComparableNumber = (digits: string): string =>
  operatorNumbers.test(digits) ? place.callingCode + digits : toDialledNumber(digits);

const joiningWord = `(?:then|and|or|next|followed|follows|by|plus|dash|hyphen|minus|space|dot|comma|slash|again|na|ne|${CURRENCY})`;
const SIGNS = String.raw`[^\p{L}\p{N}\0]`;
/** Groups of digits, with anything that may stand within one phone between them. */
const groupsInRow = new RegExp(
  String.raw`\d+(?:(?:${SIGNS}{1,6}|${SIGNS}{0,4}(?:${joiningWord}${SIGNS}{1,4}){1,3})\d+)*`,
  'gu',
);
const phoneOfPlace = new RegExp(`^(?:(?:00)?${place.callingCode}|0)(\\d{${place.phoneDigits}})$`);
const isPhone = (digits: string) => operatorNumbers.test(phoneOfPlace.exec(digits)?.[1] ?? '');

interface ListedPhone {
  digits: string;
  /** The group before the phone with its digits: the number with the code of another country. */
  withCode: string;
  writtenText: string;
}

/** A phone in any groups of a row: "0772 then 999 then 888". */
function* listPhones(row: string): Generator<ListedPhone> {
  const groups = [...row.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }));
  for (const [from, first] of groups.entries()) {
    let digits = '';
    for (const last of groups.slice(from, from + MOST_GROUPS)) {
      digits += last.digits;
      const writtenText = row.slice(first.index, last.index + last.digits.length);
      // "Rooms 701, 702 and 703" is no phone without its 0
      if (isPhone(digits) || (operatorNumbers.test(digits) && !/[,;]|\b(?:and|or)\b/.test(writtenText)))
        yield { digits, withCode: (groups[from - 1]?.digits ?? '') + digits, writtenText };
    }
  }
}

/** The shortest code of a merchant. */
const FEWEST_DIGITS = 6;
/** A code or an account as one writes it, and a longer one with signs between. */
const writtenNumbers = [
  /\d(?:(?:[ .,_'-]|\s?\(0\)\s?)?\d)*/g,
  /\d(?:[^\p{L}\p{N}\0,;\n]{0,3}\d){9,}/gu,
] as const;
const isRangeOfPages = (writtenText: string): boolean => {
  const [, from, to] = /^(\d{3})-(\d{3})$/.exec(writtenText) ?? [];
  return from !== undefined && Number(to) > Number(from) && Number(to) - Number(from) < 100;
};

/** A known number has at most so many groups of digits. */
const MOST_GROUPS = 15;
/** What is left of a number without those that are known: two of them may stand in a row. */
function dropKnownNumbers(groups: readonly string[], known: ReadonlySet<string>): string {
  for (let count = Math.min(groups.length, MOST_GROUPS); count > 0; count -= 1)
    if (known.has(toComparableNumber(groups.slice(0, count).join(''))))
      return dropKnownNumbers(groups.slice(count), known);
  return groups.join('');
}

/** `plain` is without invisible characters and digits of other scripts. */
export function findForeignNumber(plain: string, known: ReadonlySet<string>): string | undefined {
  const digits = readDigits(plain);
  if (digits.replace(/\D/g, '').length < FEWEST_DIGITS) return undefined;
  const undated = digits.replace(daysAndPlaces, '\0');
  for (const [row] of undated.matchAll(groupsInRow))
    for (const { digits, withCode, writtenText } of listPhones(row))
      if (![digits, withCode].some((one) => known.has(toComparableNumber(one)))) return writtenText;
  const rest = undated.replace(amounts, '\0');
  for (const pattern of writtenNumbers)
    for (const [writtenText] of rest.matchAll(pattern)) {
      const isForeign = dropKnownNumbers(writtenText.match(/\d+/g) ?? [], known).length >= FEWEST_DIGITS;
      if (isForeign && !isRangeOfPages(writtenText)) return writtenText;
    }
  return undefined;
}

/** The numbers of a text of the institute, such as "Stanbic, 9030001234567". */
export const listKnownNumbers = (plain: string): string[] =>
  [...plain.matchAll(writtenNumbers[0])].flatMap(([writtenText]) => {
    const digits = writtenText.replace(/\D/g, '');
    return digits.length < FEWEST_DIGITS ? [] : toComparableNumber(digits);
  });
