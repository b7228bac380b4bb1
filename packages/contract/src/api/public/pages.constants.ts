/** `image` and `content` have the limits of posts. */
export const pageLimits = { title: 200, path: 80 } as const;

export const pageNotFound = 'Page not found';

/** Path above all own pages. */
export const pageFolder = '/p';

/**
 * Source of a regular expression with the flag `u`: a to z, or letters of other scripts, which could be taken for Latin
 * ones if they stood beside them.
 */
export const pagePathPattern = `(?:[a-z0-9-]{1,${pageLimits.path}}|(?:[0-9-]|(?!\\p{Script=Latin})[\\p{L}\\p{M}\\p{Nd}]){1,${pageLimits.path}})`;
