import { localPhones } from '../words/place.ts';

/** Lengths are counted in UTF-16 units, after trimming and NFC. */
export const fieldLimits = {
  email: 254,
  phone: { min: 7, max: 32 },
  url: 2000,
  imageAlt: 200,
  listItems: 50,
  listItem: 200,
  listPosition: 9999,
  id: 2147483647,
} as const;

/** Limits for the length of a typed password. */
export const passwordLimits = { min: 8, max: 128 } as const;

/** Messages that every form can show. */
export const missingFault = 'This is required';
export const emailFault = 'Enter a valid email address';
export const phoneFault = `Write it like ${localPhones[0]}`;
/** Added to the fault of a field that is not on the screen. */
export const noSuchFieldMessage = 'If you see no such field, load this page again.';
