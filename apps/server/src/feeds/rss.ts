import { capitalise, postText } from '@institute/contract/text';
import type { FeedItem } from '../modules/content/content-feed.ts';
import { element, xmlText } from '../xml.ts';

const EXCERPT_LENGTH = 400;

interface Channel {
  title: string;
  description: string;
  path: string;
  page: string;
}

export function rss(
  { title, description, path, page }: Channel,
  items: readonly (FeedItem & { path: string })[],
  origin: string,
): string {
  const [newest] = items;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', title),
    element('link', origin + page),
    element('description', description),
    element('language', 'en'),
    `<atom:link href="${xmlText(origin + path)}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [element('lastBuildDate', newest.publishedAt.toUTCString())] : []),
    ...items.map((item) => itemElement(item, origin + item.path)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

const itemElement = (item: FeedItem, address: string) =>
  [
    '<item>',
    element('title', item.title),
    element('link', address),
    `<guid isPermaLink="true">${xmlText(address)}</guid>`,
    element('pubDate', item.publishedAt.toUTCString()),
    element('category', capitalise(item.category)),
    // feed readers parse a description as HTML
    element('description', xmlText(excerpt(item.html))),
    '</item>',
  ].join('');

function excerpt(html: string): string {
  const words = postText(html);
  if (words.length <= EXCERPT_LENGTH) return words;
  return `${words.slice(0, words.lastIndexOf(' ', EXCERPT_LENGTH))}…`;
}
