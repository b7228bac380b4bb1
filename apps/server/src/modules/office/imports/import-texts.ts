import { formatDocumentFacts, type ShownDocument } from '@institute/contract/document-words';
import { readPostText } from '@institute/contract/text';
import { removeEmptyBlocks } from './empty-blocks.ts';

type Input = Record<string, unknown>;
/** Addresses here of files of the old site. Null: it did not come. */
type StoredTexts = ReadonlyMap<string, string | null>;
export type DocumentFacts = Pick<ShownDocument, 'format' | 'bytes'>;

const imagePattern = /<img [^>]*?src="([^"]*)"[^>]*>/g;
/** A link that stands for a document that the old site showed in a frame. */
const documentPattern = /<a [^>]*?href="([^"]*)"[^>]*? data-document(?:="")?[^>]*>([^<]*)<\/a>/g;
const linkPattern = /(<a [^>]*?href=")([^"]*)/g;
const readSource = (src: string) => src.replaceAll('&amp;', '&');

const readText = ({ content }: Input): string => String(content ?? '');

export function hasMissingPicture(input: Input, stored: StoredTexts): boolean {
  const shown = [...readText(input).matchAll(imagePattern)].map(([, src = '']) => readSource(src));
  const isMissing = [...Object.values(input), ...shown].some(
    (one) => typeof one === 'string' && stored.get(one) === null,
  );
  return isMissing || listOldLinks(input, stored).length > 0;
}

/** Files of the old site that did not come, but to which the text leads. */
export function listOldLinks(input: Input, stored: StoredTexts): string[] {
  const linked = new Set(
    [...readText(input).matchAll(linkPattern)].map(([, , href = '']) => readSource(href)),
  );
  return [...linked].filter((address) => stored.get(address) === null);
}

/** Writes stored addresses into fields with a picture, and into texts that show pictures or link files. */
export function addPictures(
  input: Input,
  stored: StoredTexts,
  documents: ReadonlyMap<string, DocumentFacts> = new Map(),
) {
  const fields = Object.entries(input).map(([field, value]) => {
    if (typeof value !== 'string') return [field, value];
    if (field === 'publishedAt') return [field, new Date(value)];
    return [field, stored.has(value) ? stored.get(value) : value];
  });
  const { content, title } = input;
  if (typeof content !== 'string') return Object.fromEntries(fields);
  const shown = content.replace(imagePattern, (whole, src: string) => {
    const storedAddress = stored.get(readSource(src));
    return storedAddress ? whole.replace(`src="${src}"`, `src="${storedAddress}"`) : '';
  });
  // Without its file a link stays what it was
  const named = shown.replace(documentPattern, (_, href: string, title: string) => {
    const document = documents.get(readSource(href));
    return `<a href="${href}">${title}${document ? ` · ${formatDocumentFacts(document)}` : ''}</a>`;
  });
  const linked = named.replace(linkPattern, (whole, start: string, href: string) => {
    const storedAddress = stored.get(readSource(href));
    return storedAddress ? start + storedAddress : whole;
  });
  const html = removeEmptyBlocks(linked);
  const isEmpty = !readPostText(html) && !/<(?:img|iframe) /.test(html);
  return { ...Object.fromEntries(fields), content: isEmpty ? `<p>${readPostText(String(title))}</p>` : html };
}
