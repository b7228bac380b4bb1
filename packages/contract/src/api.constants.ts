export const apiPrefix = '/api/v1';

export const bodyBytes = { visitor: 32 * 1024, office: 1024 * 1024 } as const;

export const callTimeoutMs = { call: 30_000, upload: 120_000 } as const;

export const listLimits = {
  search: 200,
  page: 1000,
  summaries: 24,
} as const;

/** Lengths are UTF-16 units, after trimming and NFC. */
export const fieldLimits = {
  email: 254,
  phone: { min: 7, max: 32 },
  url: 2000,
  imageAlt: 200,
  listItems: 50,
  listItem: 200,
  id: 2147483647,
} as const;

/** Messages of any form. */
export const missingFault = 'This is required';
export const emailFault = 'Enter a valid email address';
export const phoneFault = 'Write it like 0772 123 456';
