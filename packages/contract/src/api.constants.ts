export const apiPrefix = '/api/v1';

/** The largest body of a call, in bytes, unless its route says more. */
export const bodyBytes = { visitor: 32 * 1024, office: 1024 * 1024 } as const;

/** A client gives up a call after this time. */
export const callTimeoutMs = { call: 30_000, upload: 120_000 } as const;
