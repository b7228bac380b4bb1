/**
 * Where the institute is: the only file that names facts of its country. `docs/guides/another-country.md` says what
 * else a school elsewhere changes.
 */
export const place = {
  /** ISO 3166. */
  country: 'KE',
  countryName: 'Kenya',
  city: 'Nairobi',
  callingCode: '254',
  /** Digits of a phone number without the country and the leading 0. */
  phoneDigits: 9,
  timeZone: 'Africa/Nairobi',
  /** The offset of the whole year: there is no daylight saving time. */
  utcOffset: '+03:00',
  /** ISO 4217. Fees and prices are whole units of it. */
  currency: 'KES',
  currencyUnits: 'shillings',
} as const;

/** How people write the currency, as a regular expression. */
export const currencySigns = String.raw`(?:KES|K?Shs?)\.?`;

/**
 * Numbers that the country's operators have, without the leading 0. `international-phone.test.ts` compares them
 * with those that libphonenumber knows.
 */
export const operatorNumbers =
  /^(?:7\d{8}|1(?:0[0-8]|[18]\d|2[014]|3[05-9]|4[0-6])\d{6}|(?:20|4[0-6]|5\d|6[0-24-9])\d{7}|800[02-8]\d{5}|900[02-9]\d{5})$/;

/** How the numbers of mobile phones begin, without the leading 0. */
export const mobileStart = /[17]/;

/** Number for documentation and sample messages. */
export const examplePhone = '+254 700 000 000';

/** Numbers as people of the country write them. Faults show the first one; samples have the others. */
export const localPhones = ['0722 123 456', '0700 000 001', '0700 000 002'] as const;

/** Operators that carry money. The keys are values of the API and of the database. */
export const payChannels = {
  /** `menu` pays a merchant whose code follows it. */
  mtn: { operator: 'Safaricom', name: 'M-PESA', menu: '*334' },
  airtel: { operator: 'Airtel', name: 'Airtel Money', menu: '*334' },
} as const;

/** What the default legal texts of the site say in place of `{country}` and so on. */
export const legalPlaceholders = {
  country: place.countryName,
  dataAct: 'Kenya’s Data Protection Act, 2019',
  dataOffice: 'the Office of the Data Protection Commissioner, at odpc.go.ke',
} as const;
