import { localPhones, mobileStart, operatorNumbers, place } from '../words/place.ts';

/** `256` in Uganda. */
export const code = place.callingCode;

/** Begins a number of the country, without the leading 0: `772` in Uganda. Six more digits follow. */
export const start = localPhones[0].slice(1, 4);

/** `0772 123 456` in E.164. */
export const international = `+${code}${start}123456`;

/** Begins mobile numbers that no operator of the country has: a neighbour's, who writes them alike. */
export const foreignStart = Array.from({ length: 900 }, (_, at) => String(999 - at)).find(
  (digits) => digits.search(mobileStart) === 0 && !operatorNumbers.test(`${digits}123456`),
);
