export const postCategories = ['news', 'events', 'achievements', 'announcements', 'community'] as const;

export type PostCategory = (typeof postCategories)[number];

/** Categories in the order of the public filter, which has no choice for "news". */
export const postFilters = ['events', 'achievements', 'announcements', 'community'] as const;

/** `depth` limits how deep tags are nested. */
export const postLimits = { title: 300, content: 200000, depth: 200 } as const;

export const postExcerptLength = 400;

export const postNotFound = 'Article not found';
