/** What a page says that the worker has kept. `since` may be unknown. */
export const nameSavedCopy = (since: string): string => `Saved copy from ${since || 'an earlier visit'}`;
