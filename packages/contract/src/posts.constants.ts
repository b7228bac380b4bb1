export const postCategories = ['news', 'events', 'achievements', 'announcements', 'community'] as const;

export type PostCategory = (typeof postCategories)[number];

/** The choices of the public filter, in order. "news" has no choice of its own. */
export const postFilters = ['events', 'achievements', 'announcements', 'community'] as const;

export const postLimits = { title: 300, content: 200000 } as const;

/** Length of a summary's excerpt, in characters. No card shows more. */
export const postExcerptLength = 400;

export const postNotFound = 'Article not found';

/** The name of our only Trusted Types policy, with which the admin area turns text into HTML. */
export const trustedTypesPolicy = 'institute';
