/** Text on a page that the worker has saved. `since` may be unknown. */
export const nameSavedCopy = (since: string): string => `Saved copy from ${since || 'an earlier visit'}`;
