/** Feeds to which every page links. A content resource with `feed` is served at one of these paths. */
export const feeds = [{ title: 'News', path: '/news.rss' }] as const;
export type FeedPath = (typeof feeds)[number]['path'];
