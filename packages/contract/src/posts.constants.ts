export const postCategories = ['news', 'events', 'achievements', 'announcements', 'community'] as const;

export type PostCategory = (typeof postCategories)[number];

/** The choices of the public filter, in order. "news" has no choice of its own. */
export const postFilters = ['events', 'achievements', 'announcements', 'community'] as const;

export const postLimits = { title: 300, content: 200000 } as const;

/** Length of a summary's excerpt, in characters. No card shows more. */
export const postExcerptLength = 400;

export const postNotFound = 'Article not found';

/** The only policy of our own by which the admin area turns a text into HTML. */
export const trustedTypesPolicy = 'institute';
