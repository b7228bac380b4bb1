import { capitalise } from '@institute/contract/text';
import { xmlElement, xmlText } from '../http/xml.ts';
import type { FeedItem } from '../modules/platform/content/content-feed.ts';

const EXCERPT_LENGTH = 400;

interface Channel {
  title: string;
  description: string;
  path: string;
  page: string;
}

export function writeRss(
  { title, description, path, page }: Channel,
  items: readonly (FeedItem & { path: string })[],
  origin: string,
): string {
  const [newest] = items;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    xmlElement('title', title),
    xmlElement('link', origin + page),
    xmlElement('description', description),
    xmlElement('language', 'en'),
    `<atom:link href="${xmlText(origin + path)}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [xmlElement('lastBuildDate', newest.publishedAt.toUTCString())] : []),
    ...items.map((item) => itemElement(item, origin + item.path)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

const itemElement = (item: FeedItem, address: string) =>
  [
    '<item>',
    xmlElement('title', item.title),
    xmlElement('link', address),
    `<guid isPermaLink="true">${xmlText(address)}</guid>`,
    xmlElement('pubDate', item.publishedAt.toUTCString()),
    item.category ? xmlElement('category', capitalise(item.category)) : '',
    // Feed readers parse a description as HTML
    xmlElement('description', xmlText(feedExcerpt(item.text))),
    '</item>',
  ].join('');

function feedExcerpt(words: string): string {
  if (words.length <= EXCERPT_LENGTH) return words;
  return `${words.slice(0, words.lastIndexOf(' ', EXCERPT_LENGTH))}…`;
}
