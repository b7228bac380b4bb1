export const queryRules = {
  retries: 3,
  publicRetries: 1,
  retryCapMs: 30_000,
  retainedMs: 5 * 60_000,
  staleMs: 5 * 60_000,
} as const;
