import { strToU8, type Zippable, zipSync } from 'fflate';
import { makeImageForm } from './images.ts';

interface WordOptions {
  name?: string;
  words?: string;
  /** Content type of the main part. */
  kind?: string;
  parts?: Record<string, string>;
  without?: string;
  /** Number of further parts. */
  count?: number;
  /** Size of a picture as the zip states it. */
  claims?: number;
}

const wordKind = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export function makeWordFile({
  words = 'Fees',
  kind = wordKind,
  parts = {},
  without,
  count = 0,
  claims,
}: WordOptions = {}) {
  const all: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${kind}"/></Types>`,
    'word/document.xml': `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`,
    ...parts,
  };
  for (let at = 0; at < count; at += 1) all[`word/media/${at}.txt`] = '';
  if (without) delete all[without];
  const zipped: Zippable = Object.fromEntries(
    Object.entries(all).map(([path, text]) => [path, strToU8(text)]),
  );
  const file = Buffer.from(zipSync(zipped));
  // In the last entry of the list at the end of the zip
  if (claims) file.writeUInt32LE(claims, file.lastIndexOf(Buffer.from('PK\x01\x02')) + 24);
  return file;
}

export const makeWordForm = (options: WordOptions = {}): FormData =>
  makeImageForm(makeWordFile(options), { name: options.name ?? 'Fees.docx' });
