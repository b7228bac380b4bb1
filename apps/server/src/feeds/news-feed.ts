import type { Post, Site } from '@institute/contract';
import { articleText, capitalise } from '@institute/contract/text';
import { element, xmlText } from './xml.ts';

const EXCERPT_LENGTH = 400;

/** The latest posts as RSS 2.0. */
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
    // feed readers parse a description as HTML
    element('description', xmlText(excerpt(post.content))),
    '</item>',
  ].join('');

const publishedAt = ({ publishAt, createdAt }: Post) => new Date(publishAt ?? createdAt);

/** The text of a post, cut between two words. */
function excerpt(html: string): string {
  const words = articleText(html);
  if (words.length <= EXCERPT_LENGTH) return words;
  return `${words.slice(0, words.lastIndexOf(' ', EXCERPT_LENGTH))}…`;
}
