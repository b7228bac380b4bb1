export const postCategories = ['news', 'events', 'achievements', 'announcements', 'community'] as const;

export type PostCategory = (typeof postCategories)[number];

/** In the order of the public filter, which has no choice for "news". */
export const postFilters = ['events', 'achievements', 'announcements', 'community'] as const;

/** `depth`: tags within each other. */
export const postLimits = { title: 300, content: 200000, depth: 200 } as const;

export const postExcerptLength = 400;

export const postNotFound = 'Article not found';
