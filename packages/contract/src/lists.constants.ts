export const listLimits = {
  search: 200,
  page: 1000,
  summaries: 24,
} as const;
