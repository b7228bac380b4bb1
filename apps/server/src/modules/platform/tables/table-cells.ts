import { currencySigns, place } from '@institute/contract/place';
import { toPlainDigits } from '@institute/contract/text';
import { isDay, toLocalDay } from '@institute/contract/time';

const currencyPattern = new RegExp(String.raw`${currencySigns}|\/[=-]+`, 'gi');

/**
 * `sign` is -1 for outgoing money: `-5000`, `(5,000)`, `5,000 DR`, `5000D`. `rest` is the fraction behind the point.
 */
function readMoney(cell: string) {
  const plainCell = toPlainDigits(cell).replace(currencyPattern, '').trim();
  const signMatch = /([cd])r?\.?$/i.exec(plainCell);
  const signedNumber = plainCell.slice(0, signMatch?.index).trim();
  const isNegative = signMatch?.[1]?.toLowerCase() === 'd' || /^[-\u2212(]|[-\u2212)]$/.test(signedNumber);
  const unsignedNumber = signedNumber.replace(/^[-\u2212+(]+|(?<![-\u2212)])[-\u2212)]+$/g, '').trim();
  const [, whole, cents] =
    /^(\d+|\d{1,3}(?:[., '’]\d{3})+)(?:[.,](\d{1,2}|\d{4,}))?$/.exec(unsignedNumber) ?? [];
  if (!whole) return null;
  return {
    whole: Number(whole.replace(/\D/g, '')),
    rest: Number(`.${cents ?? 0}`),
    sign: isNegative ? -1 : 1,
  };
}

/** Returns a whole number of UGX, or a text that says why the cell is none. */
export function readAmount(cell: string): number | string {
  const moneyParts = readMoney(cell);
  if (!moneyParts) return `the amount ${cell} is not a number`;
  if (moneyParts.rest) return `the amount ${cell} is not in whole ${place.currencyUnits}`;
  return moneyParts.sign * moneyParts.whole;
}

function readThousands(cell: string): number | string {
  const money = readMoney(cell);
  if (!money) return readAmount(cell);
  const amount = Math.round((money.whole + money.rest) * 1e6) / 1e3;
  return Number.isInteger(amount)
    ? money.sign * amount
    : `the amount ${cell} is not in whole ${place.currencyUnits}`;
}

/**
 * Returns an amount in cents, rounded because a spreadsheet may have calculated with fractions. Null for a cell that
 * is no number.
 */
export function readCents(cell: string): number | null {
  const money = readMoney(cell);
  return money && money.sign * Math.round((money.whole + money.rest) * 100);
}

/**
 * Returns a debt in whole UGX, negative for a credit: `-5000`, `(5,000)`, `5,000 CR`. A dash is 0. In a table in
 * thousands `1.5` means 1,500. A text says why the cell has no amount.
 */
export function readDebt(cell: string, inThousands = false): number | string {
  if (/^[-\u2010-\u2015\u2212]+$/.test(cell)) return 0;
  const [, bare = cell, sign] = /^(.*\d[^a-z]*)([cd])r?\.?$/i.exec(cell.trim()) ?? [];
  const amount = inThousands ? readThousands(bare) : readAmount(bare);
  if (typeof amount === 'string') return `the amount ${cell} ${amount.replace(/^.*? (?=is not)/, '')}`;
  const isCredit = amount < 0 || sign?.toLowerCase() === 'c';
  return isCredit ? -Math.abs(amount) : amount;
}

/**
 * Returns why a cell has no value, such as an error of a formula. Undefined for all other cells, including empty
 * ones.
 */
export function findCellFault(cell: string, heading: string): string | undefined {
  if (cell === '#FORMULA!') {
    return `${heading} is a formula whose result is not in the file. Open it in Excel, save it and choose it again.`;
  }
  if (/^#(?:REF!|DIV\/0!|VALUE!|NAME\?|N\/A|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!)$/.test(cell)) {
    return `${heading} is the error ${cell}. Mend it in the spreadsheet.`;
  }
  return undefined;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Which of the first two numbers of a date is the month. `mixed` means that it differs between lines. */
export type MonthPlace = 'first' | 'second' | 'mixed';

const twoNumbersPattern = /^(\d{1,2})[-/. ]+(\d{1,2})[-/., ]+(?:\d{4}|\d\d)(?!\d)/;

/** Dates with only one possible reading decide how all dates of the column are read. */
export function findMonthPlace(cells: readonly string[]): MonthPlace {
  const monthPlaces = cells.flatMap((cell) => {
    const [, one, other] = twoNumbersPattern.exec(toPlainDigits(cell))?.map(Number) ?? [];
    if (!one || !other || Math.max(one, other) > 31 || Math.min(one, other) > 12) return [];
    return one > 12 ? 'second' : other > 12 ? 'first' : [];
  });
  if (!monthPlaces.includes('first')) return 'second';
  return monthPlaces.includes('second') ? 'mixed' : 'first';
}

/**
 * Returns the date in a cell as `yyyy-mm-dd`, without its time. Null for a cell without a date, and for one that
 * could be two dates.
 */
export function readDay(cell: string, monthPlace: MonthPlace = 'second'): string | null {
  const plainText = toPlainDigits(cell);
  const isoInstant = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(plainText) ? new Date(plainText) : null;
  if (isoInstant) return Number.isNaN(isoInstant.getTime()) ? null : toLocalDay(isoInstant);
  const [, year, second, third] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(plainText) ?? [];
  if (year) return toDay(year, second, third);
  const reorderedText = plainText.replace(/^([a-z]{3,9})[. ]+(\d{1,2})(?=[, ])/i, '$2 $1');
  const [, first = '', named, other = '', last] =
    /^(\d{1,2})[-/. ]+(?:([a-z]{3})[a-z]*|(\d{1,2}))[-/., ]+(\d{4}|\d\d)(?!\d)/i.exec(reorderedText) ?? [];
  const fullYear = last?.length === 2 ? `20${last}` : last;
  if (named) return toDay(fullYear, String(monthNames.indexOf(named.toLowerCase()) + 1), first);
  const possibleDays = [toDay(fullYear, other, first), toDay(fullYear, first, other)] as const;
  if (monthPlace === 'mixed')
    return possibleDays[0] && possibleDays[1] && possibleDays[0] !== possibleDays[1]
      ? null
      : (possibleDays[0] ?? possibleDays[1]);
  return monthPlace === 'first' ? possibleDays[1] : possibleDays[0];
}

function toDay(year = '', month = '', day = ''): string | null {
  const dayText = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(dayText) ? dayText : null;
}
