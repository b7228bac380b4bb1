import { createReadStream } from 'node:fs';
import { siteImportLimits } from '@institute/contract/imports.constants';
import { Parser } from 'htmlparser2';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { toPlainTitle } from './plain-title.ts';

/** Texts by their tag. Titles and names are text, the content is HTML. */
type Fields = Partial<Record<string, string>>;

export interface WordPressItem {
  fields: Fields;
  terms: { domain: string; name: string }[];
  meta: Fields;
  /** Addresses of recordings, which plugins for podcasts keep beside the text. */
  enclosures: string[];
  comments: number;
  /** One of its texts is longer than an item's may be, and was dropped. */
  isTooLong: boolean;
}

type Entry =
  | { item: WordPressItem }
  | { author: Fields }
  | { category: Fields }
  | { term: Fields }
  | { base: string }
  | { link: string };

const itemFields = new Set([
  'title',
  'link',
  'guid',
  'dc:creator',
  'content:encoded',
  'wp:post_id',
  'wp:post_name',
  'wp:post_date',
  'wp:post_date_gmt',
  'wp:status',
  'wp:post_type',
  'wp:post_password',
  'wp:is_sticky',
  'wp:attachment_url',
  'wp:post_parent',
  'wp:menu_order',
]);
const titleFields = new Set([
  'title',
  'wp:author_display_name',
  'wp:cat_name',
  'wp:tag_name',
  'wp:term_name',
]);
const partNames = new Set(['wp:author', 'wp:category', 'wp:tag', 'wp:term', 'wp:postmeta']);
const metaKeys = new Set([
  '_thumbnail_id',
  '_wp_attachment_image_alt',
  '_menu_item_type',
  '_menu_item_object',
  '_menu_item_object_id',
  '_menu_item_menu_item_parent',
  '_menu_item_url',
]);
const MAX_TERMS = 100;
/** Longest id or alternative text of a picture. */
const META_LENGTH = 2000;

const makeItem = (): WordPressItem => ({
  fields: {},
  terms: [],
  meta: {},
  enclosures: [],
  comments: 0,
  isTooLong: false,
});

/** Old texts hold characters that XML does not allow. */
const forbiddenCharacters = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

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
  let item = makeItem();
  /** The fields of an author, of a category, or of one `wp:postmeta`. */
  let part: Fields = {};

  const addEnclosure = (address = '') => {
    if (address && item.enclosures.length < MAX_TERMS) item.enclosures.push(address.slice(0, META_LENGTH));
  };
  const takeField = (name: string) => {
    const isKept = name === 'category' || itemFields.has(name);
    if (isKept && text.length > siteImportLimits.textCharacters) item.isTooLong = true;
    else if (name === 'category' && item.terms.length < MAX_TERMS)
      item.terms.push({ domain, name: toPlainTitle(text) });
    else if (name === 'wp:comment') item.comments += 1;
    else if (name === 'wp:postmeta') {
      const { 'wp:meta_key': key = '', 'wp:meta_value': value } = part;
      // The value has an address, a size and a kind
      if (key === 'enclosure') addEnclosure(value?.split(/\s/)[0]);
      if (metaKeys.has(key)) item.meta[key] = toPlainTitle(value?.slice(0, META_LENGTH) ?? '');
      part = {};
    } else if (itemFields.has(name)) item.fields[name] = titleFields.has(name) ? toPlainTitle(text) : text;
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        sinceEvent = 0;
        path.push(name);
        if (path.length > siteImportLimits.depth)
          throw new FileRefusal('The tags of this file are nested too deep. Export it again.');
        text = '';
        domain = attributes.domain ?? '';
        if (name === 'item') item = makeItem();
        if (name === 'enclosure') addEnclosure(attributes.url);
      },
      ontext: (piece) => {
        sinceEvent = 0;
        text += piece;
        if (text.length > siteImportLimits.characters)
          throw new FileRefusal(
            'A text of this file is too long: at most 5,000,000 letters. Shorten it, and export again.',
          );
      },
      onclosetag: (name, isImplied) => {
        sinceEvent = 0;
        path.pop();
        const parent = path.at(-1);
        if (name === 'rss') isCut = isImplied;
        else if (name === 'wp:wxr_version') isExport = true;
        else if (name === 'wp:base_blog_url') entries.push({ base: text.trim() });
        else if (name === 'link' && parent === 'channel') entries.push({ link: text.trim() });
        else if (name === 'item') entries.push({ item });
        else if (name === 'wp:author') {
          entries.push({ author: part });
          part = {};
        } else if (name === 'wp:category') {
          entries.push({ category: part });
          part = {};
        } else if (name === 'wp:tag' || name === 'wp:term') {
          entries.push({ term: part });
          part = {};
        } else if (parent === 'item') takeField(name);
        else if (parent && partNames.has(parent))
          part[name] = titleFields.has(name) ? toPlainTitle(text) : text.trim();
        text = '';
      },
    },
    { xmlMode: true },
  );

  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 128 * 1024 })) {
    sinceEvent += chunk.length;
    parser.write(chunk.replace(forbiddenCharacters, ''));
    if (sinceEvent > siteImportLimits.characters)
      throw new FileRefusal('A tag or text of this file does not end. Export it again.');
    yield* entries.splice(0);
  }
  parser.end();
  if (!isExport)
    throw new FileRefusal('This is no export file of WordPress. It makes one under Tools › Export.');
  if (isCut) throw new FileRefusal('This file ends in the middle. Export it again.');
  yield* entries;
}
