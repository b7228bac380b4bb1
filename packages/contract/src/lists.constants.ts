export const listLimits = {
  /** The length of a search text. */
  search: 200,
  /** Items in one answer. */
  page: 1000,
  /** Items on each page of a public list. "Show more" adds one page. */
  summaries: 24,
} as const;
