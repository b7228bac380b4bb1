import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { toDialledNumber, toPlainPhone } from './phone.ts';
import { operatorNumbers, place } from './place.ts';

export interface InternationalPhone {
  /** Number in the form E.164: `+256772123456`. */
  number: string;
  /** Code of the country by ISO 3166: `UG`. */
  country: string;
}

/**
 * Parses a phone number. Null for a text that is no valid number. A number without a country counts as one of ours
 * only if an operator here has such numbers, because numbers of a neighbour look the same. People type 00 for the
 * plus, even where they would dial 000.
 *
 * The metadata is large: pages that visitors load must not import this file.
 */
export function parseInternationalPhone(typed: string): InternationalPhone | null {
  const typedNumber = toPlainPhone(typed).replace(/^\D*(?:\+|00(?=[1-9]))/, '+');
  const parsedNumber = parsePhoneNumberFromString(typedNumber, {
    defaultCountry: place.country,
    extract: false,
  });
  // Satellite and freephone numbers belong to no country
  if (!parsedNumber?.country || !parsedNumber.isValid()) return null;
  const { number, country, nationalNumber } = parsedNumber;
  const isCountryAssumed = country === place.country && !typedNumber.startsWith('+');
  return isCountryAssumed && !operatorNumbers.test(nationalNumber) ? null : { number, country };
}

/** Makes digits that are equal for all notations of a number. This works for invalid numbers too. */
export const toComparablePhone = (typed: string): string =>
  toDialledNumber(parseInternationalPhone(typed)?.number ?? toPlainPhone(typed));

/** True for a code of ISO 3166 in capitals. */
export const isCountryCode = (text: string): text is CountryCode => isSupportedCountry(text);

/** Lists calling codes, such as `256` for `UG`. Codes that are no country are left out. */
export const listCallingCodes = (countries: readonly string[]): string[] => [
  ...new Set(
    countries
      .filter((country) => isCountryCode(country))
      .map((country) => `${getCountryCallingCode(country)}`),
  ),
];
