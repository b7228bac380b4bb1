import { operatorNumbers, place } from './place.ts';
import { removeInvisible, toPlainDigits } from './text.ts';

/** A number with so many digits is complete, so a slash after it separates two numbers. */
const COMPLETE_PHONE_DIGITS = 11;

/**
 * Writes a pasted number with the signs of a keyboard: spaces for dots and slashes, usual dashes and digits, and
 * nothing invisible. A slash after a complete number stays, because a second number follows, as in `0414 123 456/7`.
 */
export const toPlainPhone = (typed: string): string =>
  toPlainDigits(removeInvisible(typed).normalize('NFKC'))
    .replace(/^\s*tel:\s*/i, '')
    // A spreadsheet adds decimals when it takes the number for an amount
    .replace(/^(\s*\+?\d{7,15})[.,]0+(?=\s*$)/, '$1')
    .replace(/[\p{Pd}\u02d7\u2043\u2212\u2796]/gu, '-')
    .replace(/\u2795/g, '+')
    .trim()
    .replace(/[\u2044\u2215\r\n\u2028\u2029]/g, '/')
    .replace(/[.\u00b7\u2022\u2027\u2219\u22c5\t]/g, ' ')
    .replace(/\//g, (slash, at: number, whole: string) =>
      toDialledNumber(whole.slice(0, at)).length < COMPLETE_PHONE_DIGITS ? ' ' : slash,
    )
    .replace(/ {2,}/g, ' ')
    .trim();

export const makeTelLink = (phone: string): string =>
  `tel:${/^\D*(?:\+|00[1-9])/.test(phone) ? `+${toDialledNumber(phone)}` : phone.replace(/\D/g, '')}`;

const { callingCode, phoneDigits } = place;
const codeAndZeroPattern = new RegExp(`^${callingCode}0(?=[1-9])`);
const numberAfterCodePattern = new RegExp(`^${callingCode}(\\d{${phoneDigits}})$`);

/**
 * Makes the digits of a number in international form. Accepts numbers of the country with a leading 0, `+256 (0)772
 * 123 456`, and 00 in place of the plus. The database has the same function.
 */
export const toDialledNumber = (phone: string): string =>
  phone
    .replace(/\D/g, '')
    .replace(/^00(?=[1-9])/, '')
    .replace(codeAndZeroPattern, callingCode)
    .replace(/^0(?=[1-9])/, callingCode);

/**
 * True for a number with a leading 0 that no operator of the country has. Such a number belongs to some neighbouring
 * country.
 */
export function isWithoutCountryCode(phone: string): boolean {
  const [, national] = /^0([1-9]\d*)$/.exec(phone.replace(/\D/g, '')) ?? [];
  return national !== undefined && !operatorNumbers.test(national);
}

/** Writes the digits from an operator's statement as somebody would type them. */
export function toTypedPhone(digits: string): string {
  if (digits.length === phoneDigits) return `0${digits}`;
  return digits.startsWith(callingCode) ? `+${digits}` : digits;
}

export const makeChatLink = (phone: string, greeting: string): string =>
  `https://wa.me/${toDialledNumber(phone)}?text=${encodeURIComponent(greeting)}`;

/**
 * Formats a number in groups of digits: `+256 700 123 456`. Spreadsheets keep such groups as text. Otherwise they
 * drop leading zeros and take a plus for a formula.
 */
export function formatPhone(phone: string): string {
  const [, national] = numberAfterCodePattern.exec(toDialledNumber(phone)) ?? [];
  if (national && !isWithoutCountryCode(phone)) return `+${callingCode} ${groupInThrees(national)}`;
  const digitGroups = phone.match(/\d+/g) ?? [];
  const [only = ''] = digitGroups;
  return `${/^\D*\+/.test(phone) ? '+' : ''}${digitGroups.length > 1 ? digitGroups.join(' ') : groupInThrees(only)}`;
}

const groupInThrees = (digits: string) => digits.replace(/\d{3}(?=\d)/g, '$& ');
