import { formatBytes } from '../../words/text.ts';
import { documentFormats, isDocumentFormat } from './uploads.constants.ts';

export interface ShownDocument {
  url: string;
  /** Name of the sent file, when it is known. */
  name: string | null;
  format: string | null;
  bytes: number | null;
}

/** Makes the file name that people see. It ends with the format, whatever name the sender gave the file. */
export function nameShownDocument(
  { name, url }: Pick<ShownDocument, 'name' | 'url'>,
  format: string,
): string {
  if (!name) return url.split('/').at(-1) ?? url;
  const ending = `.${format}`;
  return (name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name) + ending;
}

/** Describes a document: `Prospectus 2027.pdf · PDF, 1.2 MB`. Undefined for a picture. */
export function describeDocument({ format, bytes, ...named }: ShownDocument): string | undefined {
  if (!format || !isDocumentFormat(format)) return undefined;
  return `${nameShownDocument(named, format)} · ${formatDocumentFacts({ format, bytes })}`;
}

/** Writes the format and size of a document: `PDF, 1.2 MB`. */
export const formatDocumentFacts = ({ format, bytes }: Pick<ShownDocument, 'format' | 'bytes'>): string =>
  [
    format && isDocumentFormat(format) ? documentFormats[format].kind : format,
    bytes !== null && formatBytes(bytes),
  ]
    .filter(Boolean)
    .join(', ');
