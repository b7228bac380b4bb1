export const apiPrefix = '/api/v1';

export const bodyBytes = {
  visitor: 32 * 1024,
  office: 1024 * 1024,
  statement: 2 * 1024 * 1024,
  file: 7 * 1024 * 1024,
} as const;

export const callTimeoutMs = { call: 30_000, upload: 120_000, import: 30 * 60_000 } as const;

export const listLimits = {
  search: 200,
  page: 1000,
  summaries: 24,
} as const;
