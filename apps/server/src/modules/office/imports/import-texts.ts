import { formatDocumentFacts, type ShownDocument } from '@institute/contract/document-words';
import { readPostText } from '@institute/contract/text';
import { removeEmptyBlocks } from './empty-blocks.ts';

type ItemInput = Record<string, unknown>;
/** New addresses of the old site's files. Null means that the file was not imported. */
type StoredAddresses = ReadonlyMap<string, string | null>;
export type DocumentFacts = Pick<ShownDocument, 'format' | 'bytes'>;

const imagePattern = /<img [^>]*?src="([^"]*)"[^>]*>/g;
/** A link that stands for a document that the old site showed in a frame. */
const documentPattern = /<a [^>]*?href="([^"]*)"[^>]*? data-document(?:="")?[^>]*>([^<]*)<\/a>/g;
const linkPattern = /(<a [^>]*?href=")([^"]*)/g;
const decodeSource = (src: string) => src.replaceAll('&amp;', '&');

const readContent = ({ content }: ItemInput): string => String(content ?? '');

export function hasMissingPicture(input: ItemInput, stored: StoredAddresses): boolean {
  const shownAddresses = [...readContent(input).matchAll(imagePattern)].map(([, src = '']) =>
    decodeSource(src),
  );
  const isPictureMissing = [...Object.values(input), ...shownAddresses].some(
    (one) => typeof one === 'string' && stored.get(one) === null,
  );
  return isPictureMissing || listOldLinks(input, stored).length > 0;
}

/** Lists the old addresses in links whose files were not imported. */
export function listOldLinks(input: ItemInput, stored: StoredAddresses): string[] {
  const linkedAddresses = new Set(
    [...readContent(input).matchAll(linkPattern)].map(([, , href = '']) => decodeSource(href)),
  );
  return [...linkedAddresses].filter((address) => stored.get(address) === null);
}

/** Replaces old addresses by stored ones in picture fields, and in texts that show pictures or link files. */
export function addPictures(
  input: ItemInput,
  stored: StoredAddresses,
  documents: ReadonlyMap<string, DocumentFacts> = new Map(),
) {
  const fieldEntries = Object.entries(input).map(([field, value]) => {
    if (typeof value !== 'string') return [field, value];
    if (field === 'publishedAt') return [field, new Date(value)];
    return [field, stored.has(value) ? stored.get(value) : value];
  });
  const { content, title } = input;
  if (typeof content !== 'string') return Object.fromEntries(fieldEntries);
  const htmlWithPictures = content.replace(imagePattern, (whole, src: string) => {
    const storedAddress = stored.get(decodeSource(src));
    return storedAddress ? whole.replace(`src="${src}"`, `src="${storedAddress}"`) : '';
  });
  // A link whose document was not imported gets no format and size
  const htmlWithNamedLinks = htmlWithPictures.replace(documentPattern, (_, href: string, title: string) => {
    const linkedDocument = documents.get(decodeSource(href));
    return `<a href="${href}">${title}${linkedDocument ? ` · ${formatDocumentFacts(linkedDocument)}` : ''}</a>`;
  });
  const htmlWithLinks = htmlWithNamedLinks.replace(linkPattern, (whole, start: string, href: string) => {
    const storedAddress = stored.get(decodeSource(href));
    return storedAddress ? start + storedAddress : whole;
  });
  const htmlWithoutEmptyBlocks = removeEmptyBlocks(htmlWithLinks);
  const isHtmlEmpty =
    !readPostText(htmlWithoutEmptyBlocks) && !/<(?:img|iframe) /.test(htmlWithoutEmptyBlocks);
  return {
    ...Object.fromEntries(fieldEntries),
    content: isHtmlEmpty ? `<p>${readPostText(String(title))}</p>` : htmlWithoutEmptyBlocks,
  };
}
