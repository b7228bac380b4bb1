import { toDialledNumber } from '@institute/contract/phone';
import { currencySigns, operatorNumbers, place } from '@institute/contract/place';

/** In lower case, because all patterns are for lower-case text. */
const CURRENCY_PATTERN = currencySigns.toLowerCase();
const currencyLetters = CURRENCY_PATTERN.replace(/[^a-z]/g, '');
const YEAR_PATTERN = String.raw`(?:19|20)\d\d`;
const TIME_PATTERN = String.raw`(?:[01]?\d|2[0-3])[.:][0-5]\d`;
/** An amount has fewer digits than any phone. The decimals of "1,500,000.00" may follow. */
const AMOUNT_PATTERN = String.raw`(?:[1-9]\d?(?:[ ,]?\d{3}){2}|[1-9]\d{0,2}(?:[ ,]?\d{3})?)(?:\.00?)?(?!\d|[ ,.]\d{2})`;
const COMMA_AMOUNT_PATTERN = String.raw`(?:[1-9]\d?(?:,\d{3}){2}|[1-9]\d{0,2},\d{3})(?!\d|[ ,.]\d{2})`;
/** The start of a number, not a part of a longer one. */
const NUMBER_START_PATTERN = String.raw`(?<!\d[ .,/_-]?)`;

/** `first`: the characters with which the patterns begin, so that most places are passed at once. */
const joinPatterns = (first: string, patterns: readonly string[]) =>
  new RegExp(`(?=[${first}])(?:${patterns.join('|')})`, 'g');

/** Matches numbers that are no payment numbers: dates, times, years, document numbers, post boxes and plots. */
const daysAndPlacesPattern = joinPatterns(String.raw`\drfctp`, [
  String.raw`\b(?:reg|fee|can|rcp|cert|test)[ -]20\d\d[ -]\d{6,7}(?![ -]?\d)`,
  String.raw`${NUMBER_START_PATTERN}${YEAR_PATTERN}-[01]?\d-[0-3]?\d(?![./-]?\d)`,
  String.raw`${NUMBER_START_PATTERN}[0-3]?\d[./-][01]?\d[./-](?:${YEAR_PATTERN}(?![./-]?\d)|\d\d(?![ ./-]?\d(?!\d?[.:]\d\d|\s?[ap]\.?m)))`,
  String.raw`${NUMBER_START_PATTERN}${TIME_PATTERN}(?:\s?(?:-|to)\s?${TIME_PATTERN})?(?![ .:-]?\d)`,
  String.raw`${NUMBER_START_PATTERN}[0-2]\d[0-5]\d\s?-\s?[0-2]\d[0-5]\d(?=\s?(?:h|hrs|hours)\b)`,
  String.raw`${NUMBER_START_PATTERN}${YEAR_PATTERN}\s?[-/]\s?(?:${YEAR_PATTERN}|\d\d)(?![./-]?\d)`,
  String.raw`${NUMBER_START_PATTERN}${YEAR_PATTERN}(?![ .,/-]?\d)`,
  String.raw`\bp\.?\s?o\.?\s?box\s?\d{1,6}(?![ .,-]?\d)`,
  String.raw`\bplots?\s\d{1,4}(?:\s?[-/&]\s?\d{1,4})?(?![ .,-]?\d)`,
]);
/**
 * Matches amounts: UGX 1,500,000, Shs 50,000-80,000, 1500000/=, 250,000 and 150000. A number after "code" is no
 * amount.
 */
const amountsPattern = joinPatterns(
  String.raw`\d${currencyLetters}`,
  [
    String.raw`\b${CURRENCY_PATTERN}\s?${AMOUNT_PATTERN}(?:\s?(?:-|to)\s?${AMOUNT_PATTERN})?`,
    String.raw`${AMOUNT_PATTERN}\s?(?:/=|/-|${CURRENCY_PATTERN}(?![a-z])|shillings)`,
    String.raw`${COMMA_AMOUNT_PATTERN}(?:\s?(?:-|to)\s?${COMMA_AMOUNT_PATTERN})?`,
    String.raw`[1-9]\d{2,4}000(?!\d|[ ,.]\d{2})`,
  ].map(
    (pattern) =>
      String.raw`${NUMBER_START_PATTERN}(?<!\b(?:code|merchant)\W{1,3}(?:${CURRENCY_PATTERN}\s?)?)${pattern}`,
  ),
);

const zeroLookalikes = 'OoОоΟο';
const oneLookalikes = 'lIІіı|';
const lookalikeWordPattern = new RegExp(
  `^(?:[\\d${zeroLookalikes}${oneLookalikes}]*\\d[\\d${zeroLookalikes}${oneLookalikes}]*|[${zeroLookalikes}]{2,})$`,
  'u',
);
const digitNames = 'zero one two three four five six seven eight nine'.split(' ');
const spelledDigitPattern = new RegExp(
  `\\b(?:(double|triple)[ -])?(oh|nought|${digitNames.join('|')})\\b`,
  'g',
);

/** Returns the text in lower case, with "O772" and "double seven" written in digits. */
const replaceSpelledDigits = (plain: string): string =>
  plain
    .replace(/[\p{L}\p{N}|]+/gu, (word) =>
      lookalikeWordPattern.test(word)
        ? word.replace(/[^\d]/gu, (letter) => (zeroLookalikes.includes(letter) ? '0' : '1'))
        : word,
    )
    .toLowerCase()
    .replace(spelledDigitPattern, (_, times: string | undefined, name: string) => {
      const namedDigit = String(Math.max(0, digitNames.indexOf(name)));
      return namedDigit.repeat(times ? ['double', 'triple'].indexOf(times) + 2 : 1);
    });

/** Returns the same number for all spellings of a phone. */
export const toComparableNumber = (digits: string): string =>
  operatorNumbers.test(digits) ? place.callingCode + digits : toDialledNumber(digits);

const joiningWordPattern = `(?:then|and|or|next|followed|follows|by|plus|dash|hyphen|minus|space|dot|comma|slash|again|na|ne|${CURRENCY_PATTERN})`;
const SIGN_PATTERN = String.raw`[^\p{L}\p{N}\0]`;
/** Matches groups of digits, with everything between them that may stand within one phone number. */
const digitGroupsPattern = new RegExp(
  String.raw`\d+(?:(?:${SIGN_PATTERN}{1,6}|${SIGN_PATTERN}{0,4}(?:${joiningWordPattern}${SIGN_PATTERN}{1,4}){1,3})\d+)*`,
  'gu',
);
const localPhonePattern = new RegExp(`^(?:(?:00)?${place.callingCode}|0)(\\d{${place.phoneDigits}})$`);
const isLocalPhone = (digits: string) => operatorNumbers.test(localPhonePattern.exec(digits)?.[1] ?? '');

interface ListedPhone {
  digits: string;
  /** The group before the phone with its digits: the number with the code of another country. */
  withCode: string;
  writtenText: string;
}

/** A phone in any groups of a row: "0772 then 999 then 888". */
function* listPhones(row: string): Generator<ListedPhone> {
  const digitGroups = [...row.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }));
  for (const [from, first] of digitGroups.entries()) {
    let joinedDigits = '';
    for (const lastGroup of digitGroups.slice(from, from + MAX_DIGIT_GROUPS)) {
      joinedDigits += lastGroup.digits;
      const writtenText = row.slice(first.index, lastGroup.index + lastGroup.digits.length);
      // "Rooms 701, 702 and 703" is no phone without its 0
      if (
        isLocalPhone(joinedDigits) ||
        (operatorNumbers.test(joinedDigits) && !/[,;]|\b(?:and|or)\b/.test(writtenText))
      )
        yield {
          digits: joinedDigits,
          withCode: (digitGroups[from - 1]?.digits ?? '') + joinedDigits,
          writtenText,
        };
    }
  }
}

/** The shortest merchant code has this many digits. */
const MIN_NUMBER_DIGITS = 6;
/**
 * Patterns of a payment code or account: with usual separators, and a longer one with any signs between the digits.
 */
const numberPatterns = [
  /\d(?:(?:[ .,_'-]|\s?\(0\)\s?)?\d)*/g,
  /\d(?:[^\p{L}\p{N}\0,;\n]{0,3}\d){9,}/gu,
] as const;
const isPageRange = (writtenText: string): boolean => {
  const [, from, to] = /^(\d{3})-(\d{3})$/.exec(writtenText) ?? [];
  return from !== undefined && Number(to) > Number(from) && Number(to) - Number(from) < 100;
};

/** A known number has at most so many groups of digits. */
const MAX_DIGIT_GROUPS = 15;
/** Returns the digits that are left without known numbers, of which several may stand in a row. */
function dropKnownNumbers(groups: readonly string[], known: ReadonlySet<string>): string {
  for (let groupCount = Math.min(groups.length, MAX_DIGIT_GROUPS); groupCount > 0; groupCount -= 1)
    if (known.has(toComparableNumber(groups.slice(0, groupCount).join(''))))
      return dropKnownNumbers(groups.slice(groupCount), known);
  return groups.join('');
}

/** Finds the first number that is not in `known`. `plain` has no invisible characters and only ASCII digits. */
export function findForeignNumber(plain: string, known: ReadonlySet<string>): string | undefined {
  const digits = replaceSpelledDigits(plain);
  if (digits.replace(/\D/g, '').length < MIN_NUMBER_DIGITS) return undefined;
  const textWithoutDates = digits.replace(daysAndPlacesPattern, '\0');
  for (const [row] of textWithoutDates.matchAll(digitGroupsPattern))
    for (const { digits, withCode, writtenText } of listPhones(row))
      if (![digits, withCode].some((one) => known.has(toComparableNumber(one)))) return writtenText;
  const textWithoutAmounts = textWithoutDates.replace(amountsPattern, '\0');
  for (const numberPattern of numberPatterns)
    for (const [writtenText] of textWithoutAmounts.matchAll(numberPattern)) {
      const isForeignNumber =
        dropKnownNumbers(writtenText.match(/\d+/g) ?? [], known).length >= MIN_NUMBER_DIGITS;
      if (isForeignNumber && !isPageRange(writtenText)) return writtenText;
    }
  return undefined;
}

/** The numbers of a text of the institute, such as "Stanbic, 9030001234567". */
export const listKnownNumbers = (plain: string): string[] =>
  [...plain.matchAll(numberPatterns[0])].flatMap(([writtenText]) => {
    const digits = writtenText.replace(/\D/g, '');
    return digits.length < MIN_NUMBER_DIGITS ? [] : toComparableNumber(digits);
  });
