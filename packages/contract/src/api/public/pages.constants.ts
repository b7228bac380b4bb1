/** Limits of own pages. `image` and `content` have the limits of posts. */
export const pageLimits = { title: 200, path: 80 } as const;

export const pageNotFound = 'Page not found';

/** Path under which all own pages are. */
export const ownPagesFolder = '/p';

/**
 * Source of a regular expression with the flag `u`. A part has letters from a to z, or of other scripts only, because
 * letters of several scripts side by side could be mistaken for Latin ones.
 */
export const pagePathPattern = `(?:[a-z0-9-]{1,${pageLimits.path}}|(?:[0-9-]|(?!\\p{Script=Latin})[\\p{L}\\p{M}\\p{Nd}]){1,${pageLimits.path}})`;
