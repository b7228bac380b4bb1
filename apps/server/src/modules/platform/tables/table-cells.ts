import { currencySigns, place } from '@institute/contract/place';
import { toPlainDigits } from '@institute/contract/text';
import { isDay, toLocalDay } from '@institute/contract/time';

const currencyPattern = new RegExp(String.raw`${currencySigns}|\/[=-]+`, 'gi');

/** `sign` is -1 for what went out: `-5000`, `(5,000)`, `5,000 DR`, `5000D`. `rest`: what stands behind the point. */
function readMoney(cell: string) {
  const plain = toPlainDigits(cell).replace(currencyPattern, '').trim();
  const sign = /([cd])r?\.?$/i.exec(plain);
  const signed = plain.slice(0, sign?.index).trim();
  const isOut = sign?.[1]?.toLowerCase() === 'd' || /^[-\u2212(]|[-\u2212)]$/.test(signed);
  const bare = signed.replace(/^[-\u2212+(]+|(?<![-\u2212)])[-\u2212)]+$/g, '').trim();
  const [, whole, cents] = /^(\d+|\d{1,3}(?:[., '’]\d{3})+)(?:[.,](\d{1,2}|\d{4,}))?$/.exec(bare) ?? [];
  if (!whole) return null;
  return { whole: Number(whole.replace(/\D/g, '')), rest: Number(`.${cents ?? 0}`), sign: isOut ? -1 : 1 };
}

/** Whole UGX. A text says why it is none. */
export function readAmount(cell: string): number | string {
  const money = readMoney(cell);
  if (!money) return `the amount ${cell} is not a number`;
  if (money.rest) return `the amount ${cell} is not in whole ${place.currencyUnits}`;
  return money.sign * money.whole;
}

function readThousands(cell: string): number | string {
  const money = readMoney(cell);
  if (!money) return readAmount(cell);
  const amount = Math.round((money.whole + money.rest) * 1e6) / 1e3;
  return Number.isInteger(amount)
    ? money.sign * amount
    : `the amount ${cell} is not in whole ${place.currencyUnits}`;
}

/** To the cent, also where a spreadsheet has calculated with fractions. Null for what is no number. */
export function readCents(cell: string): number | null {
  const money = readMoney(cell);
  return money && money.sign * Math.round((money.whole + money.rest) * 100);
}

/**
 * Whole UGX that somebody owes, negative for a credit: `-5000`, `(5,000)`, `5,000 CR`. A dash is 0. In thousands `1.5`
 * is 1,500.
 */
export function readDebt(cell: string, inThousands = false): number | string {
  if (/^[-\u2010-\u2015\u2212]+$/.test(cell)) return 0;
  const [, bare = cell, sign] = /^(.*\d[^a-z]*)([cd])r?\.?$/i.exec(cell.trim()) ?? [];
  const amount = inThousands ? readThousands(bare) : readAmount(bare);
  if (typeof amount === 'string') return `the amount ${cell} ${amount.replace(/^.*? (?=is not)/, '')}`;
  const isCredit = amount < 0 || sign?.toLowerCase() === 'c';
  return isCredit ? -Math.abs(amount) : amount;
}

/** Why a cell of a spreadsheet has no value. Undefined for a cell that has one, and for an empty one. */
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

/** Which of two numbers of a day is the month. `mixed`: some lines have it first, others second. */
export type MonthPlace = 'first' | 'second' | 'mixed';

const twoNumbers = /^(\d{1,2})[-/. ]+(\d{1,2})[-/., ]+(?:\d{4}|\d\d)(?!\d)/;

/** Cells that can be read in one way decide about all of them. */
export function placeMonth(cells: readonly string[]): MonthPlace {
  const found = cells.flatMap((cell) => {
    const [, one, other] = twoNumbers.exec(toPlainDigits(cell))?.map(Number) ?? [];
    if (!one || !other || Math.max(one, other) > 31 || Math.min(one, other) > 12) return [];
    return one > 12 ? 'second' : other > 12 ? 'first' : [];
  });
  if (!found.includes('first')) return 'second';
  return found.includes('second') ? 'mixed' : 'first';
}

/** `yyyy-mm-dd` of a day with or without a time. Null for what is none, or could be two days. */
export function readDay(cell: string, monthPlace: MonthPlace = 'second'): string | null {
  const plain = toPlainDigits(cell);
  const instant = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(plain) ? new Date(plain) : null;
  if (instant) return Number.isNaN(instant.getTime()) ? null : toLocalDay(instant);
  const [, year, second, third] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(plain) ?? [];
  if (year) return toDay(year, second, third);
  const words = plain.replace(/^([a-z]{3,9})[. ]+(\d{1,2})(?=[, ])/i, '$2 $1');
  const [, first = '', named, other = '', last] =
    /^(\d{1,2})[-/. ]+(?:([a-z]{3})[a-z]*|(\d{1,2}))[-/., ]+(\d{4}|\d\d)(?!\d)/i.exec(words) ?? [];
  const whole = last?.length === 2 ? `20${last}` : last;
  if (named) return toDay(whole, String(monthNames.indexOf(named.toLowerCase()) + 1), first);
  const both = [toDay(whole, other, first), toDay(whole, first, other)] as const;
  if (monthPlace === 'mixed') return both[0] && both[1] && both[0] !== both[1] ? null : (both[0] ?? both[1]);
  return monthPlace === 'first' ? both[1] : both[0];
}

function toDay(year = '', month = '', day = ''): string | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : null;
}
