/**
 * Where the institute is: the only file that names facts of its country. `docs/guides/another-country.md` says what
 * else a school elsewhere changes.
 */
export const place = {
  /** ISO 3166. */
  country: 'UG',
  countryName: 'Uganda',
  city: 'Kampala',
  callingCode: '256',
  /** Digits of a phone number without the country and the leading 0. */
  phoneDigits: 9,
  timeZone: 'Africa/Kampala',
  /** The offset of the whole year: there is no daylight saving time. */
  utcOffset: '+03:00',
  /** ISO 4217. Fees and prices are whole units of it. */
  currency: 'UGX',
  currencyUnits: 'shillings',
} as const;

/** How people write the currency, as a regular expression. */
export const currencySigns = String.raw`(?:UGX|U?Shs?)\.?`;

/**
 * Numbers that the country's operators have, without the leading 0. `international-phone.test.ts` compares them
 * with those that libphonenumber knows.
 */
export const operatorNumbers =
  /^(?:7(?:[014-8]\d|2[01467]|3[0-267]|9[0-589])\d{6}|7(?:28|34)0\d{5}|(?:20|[34]\d)\d{7}|800[1-3]\d{5}|90[1-3]\d{6})$/;

/** How the numbers of mobile phones begin, without the leading 0. */
export const mobileStart = /7/;

/** Number for documentation and sample messages. */
export const examplePhone = '+256 700 000 000';

/** Numbers as people of the country write them. Faults show the first one; samples have the others. */
export const localPhones = ['0772 123 456', '0700 000 001', '0700 000 002'] as const;

/** Operators that carry money. The keys are values of the API and of the database. */
export const payChannels = {
  /** `menu` pays a merchant whose code follows it. */
  mtn: { operator: 'MTN', name: 'MTN Mobile Money', menu: '*165*3' },
  airtel: { operator: 'Airtel', name: 'Airtel Money', menu: '*185*9' },
} as const;

/** What the default legal texts of the site say in place of `{country}` and so on. */
export const law = {
  country: place.countryName,
  dataAct: 'Uganda’s Data Protection and Privacy Act, 2019',
  dataOffice: 'the Personal Data Protection Office of Uganda, at pdpo.go.ug',
} as const;
