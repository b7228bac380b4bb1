export const apiPrefix = '/api/v1';

/** Limits that several resources share. Texts count in UTF-16 units after trimming and NFC. */
export const limits = {
  email: 254,
  phone: { min: 7, max: 32 },
  url: 2000,
  imageAlt: 200,
  search: 200,
  listItems: 50,
  listItem: 200,
  idempotencyKey: 255,
  id: 2147483647,
  page: 1000,
  /** Items on each page of a public list. "Show more" adds one page. */
  summaries: 24,
} as const;

/** A field of the public pages' forms that nobody sees, and only programs fill in. No part of the API. */
export const TRAP = 'website';

/** The largest body of a call, in bytes, unless its route says more. */
export const bodyBytes = { visitor: 32 * 1024, office: 1024 * 1024 } as const;

/** A client gives up a call after this time. */
export const callTimeoutMs = { call: 30_000, upload: 120_000 } as const;
