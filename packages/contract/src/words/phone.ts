import { operatorNumbers, place } from './place.ts';
import { removeInvisible, toPlainDigits } from './text.ts';

/** Longer than the digits before a slash within one number. */
const COMPLETE_DIGITS = 11;

/**
 * A pasted number with the signs of a keyboard: spaces for dots and slashes, usual dashes and digits. Nothing
 * invisible is left. A slash after a whole number stays, since a second number follows, as in `0414 123
 * 456/7`.
 */
export const toPlainPhone = (typed: string): string =>
  toPlainDigits(removeInvisible(typed).normalize('NFKC'))
    .replace(/^\s*tel:\s*/i, '')
    // A spreadsheet that takes the number for an amount
    .replace(/^(\s*\+?\d{7,15})[.,]0+(?=\s*$)/, '$1')
    .replace(/[\p{Pd}\u02d7\u2043\u2212\u2796]/gu, '-')
    .replace(/\u2795/g, '+')
    .trim()
    .replace(/[\u2044\u2215\r\n\u2028\u2029]/g, '/')
    .replace(/[.\u00b7\u2022\u2027\u2219\u22c5\t]/g, ' ')
    .replace(/\//g, (slash, at: number, whole: string) =>
      toDialledNumber(whole.slice(0, at)).length < COMPLETE_DIGITS ? ' ' : slash,
    )
    .replace(/ {2,}/g, ' ')
    .trim();

export const makeTelLink = (phone: string): string =>
  `tel:${/^\D*(?:\+|00[1-9])/.test(phone) ? `+${toDialledNumber(phone)}` : phone.replace(/\D/g, '')}`;

const { callingCode, phoneDigits } = place;
const codeAndZero = new RegExp(`^${callingCode}0(?=[1-9])`);
const numberAfterCode = new RegExp(`^${callingCode}(\\d{${phoneDigits}})$`);

/**
 * Digits of a number in international form. Accepts the country's numbers with a leading 0, `+256 (0)772 123 456`,
 * and 00 for the plus. The database has the same function.
 */
export const toDialledNumber = (phone: string): string =>
  phone
    .replace(/\D/g, '')
    .replace(/^00(?=[1-9])/, '')
    .replace(codeAndZero, callingCode)
    .replace(/^0(?=[1-9])/, callingCode);

/** A number with a leading 0 that no operator of the country has. It is a neighbour's, nobody knows of which. */
export function hasNoCountry(phone: string): boolean {
  const [, national] = /^0([1-9]\d*)$/.exec(phone.replace(/\D/g, '')) ?? [];
  return national !== undefined && !operatorNumbers.test(national);
}

/** Digits as statements of operators have them, as one would type them. */
export function toTypedPhone(digits: string): string {
  if (digits.length === phoneDigits) return `0${digits}`;
  return digits.startsWith(callingCode) ? `+${digits}` : digits;
}

export const makeChatLink = (phone: string, greeting: string): string =>
  `https://wa.me/${toDialledNumber(phone)}?text=${encodeURIComponent(greeting)}`;

/**
 * Groups of digits: `+256 700 123 456`. Spreadsheets keep them as text; else they drop leading zeros and take
 * a plus for a formula.
 */
export function formatPhone(phone: string): string {
  const [, national] = numberAfterCode.exec(toDialledNumber(phone)) ?? [];
  if (national && !hasNoCountry(phone)) return `+${callingCode} ${groupInThrees(national)}`;
  const groups = phone.match(/\d+/g) ?? [];
  const [only = ''] = groups;
  return `${/^\D*\+/.test(phone) ? '+' : ''}${groups.length > 1 ? groups.join(' ') : groupInThrees(only)}`;
}

const groupInThrees = (digits: string) => digits.replace(/\d{3}(?=\d)/g, '$& ');
