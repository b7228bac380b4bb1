import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { toDialledNumber, toPlainPhone } from './phone.ts';
import { operatorNumbers, place } from './place.ts';

export interface InternationalPhone {
  /** E.164: `+256772123456`. */
  number: string;
  /** ISO 3166: `UG`. */
  country: string;
}

/**
 * Null for a text that is no valid number. A number without a country is one of ours if an operator here
 * has such numbers; a neighbour's are written alike. People type 00 for the plus, also where they would dial 000.
 *
 * The metadata is large: pages that visitors load must not import this file.
 */
export function parseInternationalPhone(typed: string): InternationalPhone | null {
  const written = toPlainPhone(typed).replace(/^\D*(?:\+|00(?=[1-9]))/, '+');
  const parsed = parsePhoneNumberFromString(written, { defaultCountry: place.country, extract: false });
  // Satellite and freephone numbers have no country
  if (!parsed?.country || !parsed.isValid()) return null;
  const { number, country, nationalNumber } = parsed;
  const isAssumed = country === place.country && !written.startsWith('+');
  return isAssumed && !operatorNumbers.test(nationalNumber) ? null : { number, country };
}

/** Digits that are equal for two notations of one number, also for what is no valid number. */
export const toComparablePhone = (typed: string): string =>
  toDialledNumber(parseInternationalPhone(typed)?.number ?? toPlainPhone(typed));

/** ISO 3166, in capitals. */
export const isCountry = (text: string): text is CountryCode => isSupportedCountry(text);

/** `256` for `UG`. Codes that are no country are left out. */
export const listCallingCodes = (countries: readonly string[]): string[] => [
  ...new Set(
    countries.filter((country) => isCountry(country)).map((country) => `${getCountryCallingCode(country)}`),
  ),
];
