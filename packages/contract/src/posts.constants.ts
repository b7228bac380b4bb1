export const postCategories = ['news', 'events', 'achievements', 'announcements', 'community'] as const;

export type PostCategory = (typeof postCategories)[number];

/** The order and the choice of the public filter; "news" is found under all. */
export const newsFilters = ['events', 'achievements', 'announcements', 'community'] as const;

export const postLimits = { title: 300, content: 200000 } as const;

/** Characters that a summary holds: at least as many as any card shows. */
export const postExcerptLength = 400;

export const postNotFound = 'Article not found';
