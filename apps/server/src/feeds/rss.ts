import { capitalise } from '@institute/contract/text';
import { escapeXml, writeXmlElement } from '../http/xml.ts';
import type { FeedItem } from '../modules/platform/content/content-feed.ts';

const EXCERPT_LENGTH = 400;

interface RssChannel {
  title: string;
  description: string;
  path: string;
  page: string;
}

export function writeRss(
  { title, description, path, page }: RssChannel,
  items: readonly (FeedItem & { path: string })[],
  origin: string,
): string {
  const [newest] = items;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    writeXmlElement('title', title),
    writeXmlElement('link', origin + page),
    writeXmlElement('description', description),
    writeXmlElement('language', 'en'),
    `<atom:link href="${escapeXml(origin + path)}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [writeXmlElement('lastBuildDate', newest.publishedAt.toUTCString())] : []),
    ...items.map((item) => writeItem(item, origin + item.path)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

const writeItem = (item: FeedItem, address: string) =>
  [
    '<item>',
    writeXmlElement('title', item.title),
    writeXmlElement('link', address),
    `<guid isPermaLink="true">${escapeXml(address)}</guid>`,
    writeXmlElement('pubDate', item.publishedAt.toUTCString()),
    item.category ? writeXmlElement('category', capitalise(item.category)) : '',
    // The description is escaped twice, because feed readers parse it as HTML
    writeXmlElement('description', escapeXml(cutExcerpt(item.text))),
    '</item>',
  ].join('');

function cutExcerpt(words: string): string {
  if (words.length <= EXCERPT_LENGTH) return words;
  return `${words.slice(0, words.lastIndexOf(' ', EXCERPT_LENGTH))}…`;
}
