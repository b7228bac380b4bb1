import { strToU8, type Zippable, zipSync } from 'fflate';
import { makeImageForm } from './images.ts';

interface WordOptions {
  name?: string;
  words?: string;
  /** Content type of the main part. */
  kind?: string;
  /** Further lines of the list of kinds. */
  types?: string;
  /** Further relations: of a part, such as `word/document.xml`, or of the document as a whole with the name ''. */
  relations?: Record<string, readonly Relation[]>;
  parts?: Record<string, string | Uint8Array>;
  without?: string;
  /** Number of further parts. */
  count?: number;
  /** Size of a picture as the zip states it. */
  claims?: number;
}

const wordKind = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
export const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export interface Relation {
  /** The last part of its type. */
  kind: string;
  target: string;
  isExternal?: boolean;
}

export const writeRelations = (relations: readonly Relation[]): string =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
    .map(
      ({ kind, target, isExternal }, at) =>
        `<Relationship Id="rId${at + 1}" Type="${officeRelations}/${kind}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

/** A workbook as charts have it behind them. */
export const makeSheetFile = (parts: Record<string, string> = { 'xl/workbook.bin': 'x' }): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));

export function makeWordFile({
  words = 'Fees',
  kind = wordKind,
  types = '',
  relations = {},
  parts = {},
  without,
  count = 0,
  claims,
}: WordOptions = {}) {
  const ofPackage = [{ kind: 'officeDocument', target: 'word/document.xml' }, ...(relations[''] ?? [])];
  const all: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${kind}"/>${types}</Types>`,
    ...Object.fromEntries(
      Object.entries({ ...relations, '': ofPackage }).map(([part, list]) => [
        part.replace(/[^/]*$/, '_rels/$&.rels'),
        writeRelations(list),
      ]),
    ),
    'word/document.xml': `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`,
    ...parts,
  };
  for (let at = 0; at < count; at += 1) all[`word/media/${at}.txt`] = '';
  if (without) delete all[without];
  const zipped: Zippable = Object.fromEntries(
    Object.entries(all).map(([path, text]) => [path, typeof text === 'string' ? strToU8(text) : text]),
  );
  const file = Buffer.from(zipSync(zipped));
  // In the last entry of the list at the end of the zip
  if (claims) file.writeUInt32LE(claims, file.lastIndexOf(Buffer.from('PK\x01\x02')) + 24);
  return file;
}

export const makeWordForm = (options: WordOptions = {}): FormData =>
  makeImageForm(makeWordFile(options), { name: options.name ?? 'Fees.docx' });
