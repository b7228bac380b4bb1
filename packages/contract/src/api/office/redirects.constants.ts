/** `key`: a path with its letters escaped, as a request has it. */
export const redirectLimits = { redirects: 10_000, from: 500, key: 2000 } as const;
