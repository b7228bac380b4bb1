/**
 * Facts about the place of the institute. Only this file may name facts of its country.
 * `docs/guides/another-country.md` says what else a school in another country changes.
 */
export const place = {
  /** Code of the country by ISO 3166. */
  country: 'UG',
  countryName: 'Uganda',
  city: 'Kampala',
  callingCode: '256',
  /** Number of digits in a phone number, without the country code and the leading 0. */
  phoneDigits: 9,
  timeZone: 'Africa/Kampala',
  /** Offset from UTC for the whole year, because there is no daylight saving time. */
  utcOffset: '+03:00',
  /** Code of the currency by ISO 4217. Fees and prices are whole units of it. */
  currency: 'UGX',
  currencyUnits: 'shillings',
} as const;

/** Source of a regular expression for how people write the currency. */
export const currencySigns = String.raw`(?:UGX|U?Shs?)\.?`;

/**
 * Matches the numbers of the country's operators, without the leading 0. `international-phone.test.ts` compares it
 * with libphonenumber.
 */
export const operatorNumbers =
  /^(?:7(?:[014-8]\d|2[01467]|3[0-267]|9[0-589])\d{6}|7(?:28|34)0\d{5}|(?:20|[34]\d)\d{7}|800[1-3]\d{5}|90[1-3]\d{6})$/;

/** Matches the beginning of mobile numbers, without the leading 0. */
export const mobileStart = /7/;

/** A phone number for documentation and sample messages. */
export const examplePhone = '+256 700 000 000';

/**
 * Phone numbers as people of the country write them. The first one appears in messages about faults, the others in
 * samples.
 */
export const localPhones = ['0772 123 456', '0700 000 001', '0700 000 002'] as const;

/** Operators through which people pay. The keys are values in the API and the database. */
export const payChannels = {
  /** `menu` is dialled before a merchant's code to pay that merchant. */
  mtn: { operator: 'MTN', name: 'MTN Mobile Money', menu: '*165*3' },
  airtel: { operator: 'Airtel', name: 'Airtel Money', menu: '*185*9' },
} as const;

/** Values for placeholders such as `{country}` in the default legal texts of the site. */
export const legalPlaceholders = {
  country: place.countryName,
  dataAct: 'Uganda’s Data Protection and Privacy Act, 2019',
  dataOffice: 'the Personal Data Protection Office of Uganda, at pdpo.go.ug',
} as const;
