import { createReadStream } from 'node:fs';
import { siteImportLimits } from '@institute/contract/imports.constants';
import { Parser } from 'htmlparser2';
import { type AppError, invalidInput } from '../../../errors.ts';

export interface WordPressItem {
  fields: Partial<Record<string, string>>;
  terms: { domain: string; name: string }[];
  meta: Partial<Record<string, string>>;
  comments: number;
}

interface WordPressAuthor {
  login: string;
  name: string;
}

type Entry = { item: WordPressItem } | { author: WordPressAuthor } | { base: string };

export const refuseFile = (message: string): AppError => invalidInput([{ path: 'file', message }], message);

const itemFields = new Set([
  ...['title', 'link', 'guid', 'dc:creator', 'content:encoded', 'excerpt:encoded', 'pubDate'],
  ...[
    'wp:post_id',
    'wp:post_name',
    'wp:post_date',
    'wp:post_date_gmt',
    'wp:status',
    'wp:post_type',
    'wp:post_password',
  ],
  ...['wp:is_sticky', 'wp:attachment_url'],
]);
const metaKeys = new Set(['_thumbnail_id', '_wp_attachment_image_alt']);
const MOST_TERMS = 100;

/** Old texts hold characters that XML does not allow. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

/**
 * Reads an export file of any size in pieces. Entities that a file declares are never expanded, and a tag or
 * text that does not end is refused.
 */
export async function* readWordPress(file: string): AsyncGenerator<Entry> {
  const entries: Entry[] = [];
  const path: string[] = [];
  let text = '';
  let sinceEvent = 0;
  let isExport = false;
  let isCut = false;
  let term = '';
  let item: WordPressItem | undefined;
  let author: WordPressAuthor = { login: '', name: '' };
  let meta = { key: '', value: '' };

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        sinceEvent = 0;
        path.push(name);
        if (path.length > siteImportLimits.depth)
          throw refuseFile('The tags of this file are nested too deep');
        text = '';
        term = attributes.domain ?? '';
        if (name === 'item') item = { fields: {}, terms: [], meta: {}, comments: 0 };
      },
      ontext: (part) => {
        sinceEvent = 0;
        text += part;
        if (text.length > siteImportLimits.characters) throw refuseFile('A text of this file is too long');
      },
      onclosetag: (name, isImplied) => {
        sinceEvent = 0;
        const parent = path.at(-2);
        if (isImplied && name === 'rss') isCut = true;
        if (name === 'wp:wxr_version') isExport = true;
        if (name === 'wp:base_blog_url') entries.push({ base: text.trim() });
        if (parent === 'wp:author') {
          if (name === 'wp:author_login') author.login = text.trim();
          if (name === 'wp:author_display_name') author.name = text.trim();
        }
        if (parent === 'wp:postmeta') {
          if (name === 'wp:meta_key') meta.key = text.trim();
          if (name === 'wp:meta_value') meta.value = metaKeys.has(meta.key) ? text : '';
        }
        if (name === 'wp:author') {
          entries.push({ author });
          author = { login: '', name: '' };
        }
        if (item && parent === 'item') {
          if (name === 'category' && item.terms.length < MOST_TERMS)
            item.terms.push({ domain: term, name: text.trim() });
          else if (name === 'wp:comment') item.comments += 1;
          else if (name === 'wp:postmeta') {
            if (metaKeys.has(meta.key)) item.meta[meta.key] = meta.value;
            meta = { key: '', value: '' };
          } else if (itemFields.has(name)) item.fields[name] = text;
        }
        if (name === 'item' && item) {
          entries.push({ item });
          item = undefined;
        }
        path.pop();
        text = '';
      },
    },
    { xmlMode: true },
  );

  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 128 * 1024 })) {
    sinceEvent += chunk.length;
    parser.write(chunk.replace(forbidden, ''));
    if (sinceEvent > siteImportLimits.characters) throw refuseFile('A tag or text of this file does not end');
    if (entries.length > 0) yield* entries.splice(0);
  }
  parser.end();
  if (!isExport) throw refuseFile('This is no export file of WordPress. It makes one under Tools › Export.');
  if (isCut) throw refuseFile('This file ends in the middle. Export it again.');
  yield* entries;
}
