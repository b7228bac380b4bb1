import { createReadStream } from 'node:fs';
import { siteImportLimits } from '@institute/contract/imports.constants';
import { Parser } from 'htmlparser2';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { toPlainTitle } from './plain-title.ts';

/** Texts by their tag. Titles and names are text, the content is HTML. */
type FieldTexts = Partial<Record<string, string>>;

export interface WordPressItem {
  fields: FieldTexts;
  terms: { domain: string; name: string }[];
  meta: FieldTexts;
  /** Addresses of recordings that podcast plugins store outside of the text. */
  enclosures: string[];
  comments: number;
  /** True when a text of the item was longer than allowed and was dropped. */
  isTooLong: boolean;
}

type ExportEntry =
  | { item: WordPressItem }
  | { author: FieldTexts }
  | { category: FieldTexts }
  | { term: FieldTexts }
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
/** Limit of letters in an id or in the alternative text of a picture. */
const META_LENGTH = 2000;

const makeEmptyItem = (): WordPressItem => ({
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
export async function* readWordPress(file: string): AsyncGenerator<ExportEntry> {
  const parsedEntries: ExportEntry[] = [];
  const openElementNames: string[] = [];
  let elementText = '';
  let charactersSinceEvent = 0;
  let isWordPressExport = false;
  let isFileCut = false;
  let termDomain = '';
  let currentItem = makeEmptyItem();
  /** Fields of the author, category or `wp:postmeta` that is being read. */
  let partFields: FieldTexts = {};

  const addEnclosure = (address = '') => {
    if (address && currentItem.enclosures.length < MAX_TERMS)
      currentItem.enclosures.push(address.slice(0, META_LENGTH));
  };
  const storeElementField = (name: string) => {
    const isItemField = name === 'category' || itemFields.has(name);
    if (isItemField && elementText.length > siteImportLimits.textCharacters) currentItem.isTooLong = true;
    else if (name === 'category' && currentItem.terms.length < MAX_TERMS)
      currentItem.terms.push({ domain: termDomain, name: toPlainTitle(elementText) });
    else if (name === 'wp:comment') currentItem.comments += 1;
    else if (name === 'wp:postmeta') {
      const { 'wp:meta_key': key = '', 'wp:meta_value': value } = partFields;
      // The value holds the address, the size and the media type, each on a line
      if (key === 'enclosure') addEnclosure(value?.split(/\s/)[0]);
      if (metaKeys.has(key)) currentItem.meta[key] = toPlainTitle(value?.slice(0, META_LENGTH) ?? '');
      partFields = {};
    } else if (itemFields.has(name))
      currentItem.fields[name] = titleFields.has(name) ? toPlainTitle(elementText) : elementText;
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        charactersSinceEvent = 0;
        openElementNames.push(name);
        if (openElementNames.length > siteImportLimits.depth)
          throw new FileRefusal('The tags of this file are nested too deep. Export it again.');
        elementText = '';
        termDomain = attributes.domain ?? '';
        if (name === 'item') currentItem = makeEmptyItem();
        if (name === 'enclosure') addEnclosure(attributes.url);
      },
      ontext: (piece) => {
        charactersSinceEvent = 0;
        elementText += piece;
        if (elementText.length > siteImportLimits.characters)
          throw new FileRefusal(
            'A text of this file is too long: at most 5,000,000 letters. Shorten it, and export again.',
          );
      },
      onclosetag: (name, isImplied) => {
        charactersSinceEvent = 0;
        openElementNames.pop();
        const parentElementName = openElementNames.at(-1);
        if (name === 'rss') isFileCut = isImplied;
        else if (name === 'wp:wxr_version') isWordPressExport = true;
        else if (name === 'wp:base_blog_url') parsedEntries.push({ base: elementText.trim() });
        else if (name === 'link' && parentElementName === 'channel')
          parsedEntries.push({ link: elementText.trim() });
        else if (name === 'item') parsedEntries.push({ item: currentItem });
        else if (name === 'wp:author') {
          parsedEntries.push({ author: partFields });
          partFields = {};
        } else if (name === 'wp:category') {
          parsedEntries.push({ category: partFields });
          partFields = {};
        } else if (name === 'wp:tag' || name === 'wp:term') {
          parsedEntries.push({ term: partFields });
          partFields = {};
        } else if (parentElementName === 'item') storeElementField(name);
        else if (parentElementName && partNames.has(parentElementName))
          partFields[name] = titleFields.has(name) ? toPlainTitle(elementText) : elementText.trim();
        elementText = '';
      },
    },
    { xmlMode: true },
  );

  for await (const fileChunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 128 * 1024 })) {
    charactersSinceEvent += fileChunk.length;
    parser.write(fileChunk.replace(forbiddenCharacters, ''));
    if (charactersSinceEvent > siteImportLimits.characters)
      throw new FileRefusal('A tag or text of this file does not end. Export it again.');
    yield* parsedEntries.splice(0);
  }
  parser.end();
  if (!isWordPressExport)
    throw new FileRefusal('This is no export file of WordPress. It makes one under Tools › Export.');
  if (isFileCut) throw new FileRefusal('This file ends in the middle. Export it again.');
  yield* parsedEntries;
}
