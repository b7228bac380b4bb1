export const certificateLimits = {
  /** Letters of a line on paper. */
  line: 60,
  hours: 10_000,
  reason: 200,
  note: 200,
  chosen: 500,
} as const;
