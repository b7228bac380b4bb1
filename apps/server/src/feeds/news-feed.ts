import type { Post, Site } from '@institute/contract';
import { capitalise, truncate } from '@institute/contract/rules';
import sanitize from 'sanitize-html';
import { element, xmlText } from './xml.ts';

const EXCERPT_LENGTH = 400;

/** The latest articles as RSS 2.0. */
export function newsFeed(posts: readonly Post[], { institute, pages }: Site, origin: string): string {
  const [newest] = posts;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', `${pages.news.title} – ${institute.name}`),
    element('link', `${origin}/news`),
    element('description', pages.news.intro),
    element('language', 'en'),
    `<atom:link href="${xmlText(origin)}/news.rss" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [element('lastBuildDate', publishedAt(newest).toUTCString())] : []),
    ...posts.map((post) => item(post, `${origin}/news/${post.id}`)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

const item = (post: Post, address: string) =>
  [
    '<item>',
    element('title', post.title),
    element('link', address),
    `<guid isPermaLink="true">${xmlText(address)}</guid>`,
    element('pubDate', publishedAt(post).toUTCString()),
    element('category', capitalise(post.category)),
    element('description', excerpt(post.content)),
    '</item>',
  ].join('');

const publishedAt = ({ publishAt, createdAt }: Post) => new Date(publishAt ?? createdAt);

const endOfBlock = /<(?:br|hr|\/(?:h[2-4]|p|li|blockquote|pre|figure|t[dhr]))\b[^>]*>/g;

/** The words of an article, as the HTML that readers take a description for. */
function excerpt(html: string): string {
  const words = sanitize(html.replace(endOfBlock, '$& '), { allowedTags: [] });
  return truncate(words.replace(/\s+/g, ' ').trim(), EXCERPT_LENGTH);
}
