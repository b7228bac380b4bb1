/** `key` limits the path with its letters escaped, as a request contains it. */
export const redirectLimits = { redirects: 10_000, from: 500, key: 2000 } as const;
