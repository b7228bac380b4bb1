import { createReadStream } from 'node:fs';
import { siteImportLimits } from '@institute/contract/imports.constants';
import { Parser } from 'htmlparser2';
import { type AppError, invalidInput } from '../../../errors.ts';

/** Texts by their tag. */
type Fields = Partial<Record<string, string>>;

export interface WordPressItem {
  fields: Fields;
  terms: { domain: string; name: string }[];
  meta: Fields;
  comments: number;
}

type Entry = { item: WordPressItem } | { author: Fields } | { base: string };

export const refuseFile = (message: string): AppError => invalidInput([{ path: 'file', message }], message);

const itemFields = new Set([
  ...['title', 'link', 'guid', 'dc:creator', 'content:encoded', 'wp:post_id', 'wp:post_name'],
  ...['wp:post_date', 'wp:post_date_gmt', 'wp:status', 'wp:post_type', 'wp:post_password'],
  ...['wp:is_sticky', 'wp:attachment_url'],
]);
const metaKeys = new Set(['_thumbnail_id', '_wp_attachment_image_alt']);
const MOST_TERMS = 100;

/** Old texts hold characters that XML does not allow. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

/**
 * Reads an export file of any size in pieces. Entities that a file declares are never expanded. A tag or text
 * without an end is refused.
 */
export async function* readWordPress(file: string): AsyncGenerator<Entry> {
  const entries: Entry[] = [];
  const path: string[] = [];
  let text = '';
  let sinceEvent = 0;
  let isExport = false;
  let isCut = false;
  let domain = '';
  let item: WordPressItem = { fields: {}, terms: [], meta: {}, comments: 0 };
  /** The fields of an author, or of one `wp:postmeta`. */
  let part: Fields = {};

  const takeField = (name: string) => {
    if (name === 'category' && item.terms.length < MOST_TERMS) item.terms.push({ domain, name: text.trim() });
    else if (name === 'wp:comment') item.comments += 1;
    else if (name === 'wp:postmeta') {
      const { 'wp:meta_key': key = '', 'wp:meta_value': value } = part;
      if (metaKeys.has(key)) item.meta[key] = value;
      part = {};
    } else if (itemFields.has(name)) item.fields[name] = text;
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        sinceEvent = 0;
        path.push(name);
        if (path.length > siteImportLimits.depth)
          throw refuseFile('The tags of this file are nested too deep');
        text = '';
        domain = attributes.domain ?? '';
        if (name === 'item') item = { fields: {}, terms: [], meta: {}, comments: 0 };
      },
      ontext: (piece) => {
        sinceEvent = 0;
        text += piece;
        if (text.length > siteImportLimits.characters) throw refuseFile('A text of this file is too long');
      },
      onclosetag: (name, isImplied) => {
        sinceEvent = 0;
        path.pop();
        const parent = path.at(-1);
        if (name === 'rss') isCut = isImplied;
        else if (name === 'wp:wxr_version') isExport = true;
        else if (name === 'wp:base_blog_url') entries.push({ base: text.trim() });
        else if (name === 'item') entries.push({ item });
        else if (name === 'wp:author') {
          entries.push({ author: part });
          part = {};
        } else if (parent === 'item') takeField(name);
        else if (parent === 'wp:author' || parent === 'wp:postmeta') part[name] = text.trim();
        text = '';
      },
    },
    { xmlMode: true },
  );

  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 128 * 1024 })) {
    sinceEvent += chunk.length;
    parser.write(chunk.replace(forbidden, ''));
    if (sinceEvent > siteImportLimits.characters) throw refuseFile('A tag or text of this file does not end');
    yield* entries.splice(0);
  }
  parser.end();
  if (!isExport) throw refuseFile('This is no export file of WordPress. It makes one under Tools › Export.');
  if (isCut) throw refuseFile('This file ends in the middle. Export it again.');
  yield* entries;
}
