/** Feeds that each page links to. A resource with `feed` answers at one of these paths. */
export const feeds = [{ title: 'News', path: '/news.rss' }] as const;
export type FeedPath = (typeof feeds)[number]['path'];
