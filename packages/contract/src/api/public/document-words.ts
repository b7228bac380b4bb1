import { formatBytes } from '../../words/text.ts';
import { documentFormats, isDocumentFormat } from './uploads.constants.ts';

export interface ShownDocument {
  url: string;
  /** Name of the sent file, if it is known. */
  name: string | null;
  format: string | null;
  bytes: number | null;
}

/** The name that people see. It ends in the format, whatever the sender called the file. */
export function nameShownDocument(
  { name, url }: Pick<ShownDocument, 'name' | 'url'>,
  format: string,
): string {
  if (!name) return url.split('/').at(-1) ?? url;
  const end = `.${format}`;
  return (name.toLowerCase().endsWith(end) ? name.slice(0, -end.length) : name) + end;
}

/** `Prospectus 2027.pdf · PDF, 1.2 MB`. Undefined for a picture. */
export function describeDocument({ format, bytes, ...named }: ShownDocument): string | undefined {
  if (!format || !isDocumentFormat(format)) return undefined;
  return `${nameShownDocument(named, format)} · ${formatDocumentFacts({ format, bytes })}`;
}

/** `PDF, 1.2 MB` */
export const formatDocumentFacts = ({ format, bytes }: Pick<ShownDocument, 'format' | 'bytes'>): string =>
  [
    format && isDocumentFormat(format) ? documentFormats[format].kind : format,
    bytes !== null && formatBytes(bytes),
  ]
    .filter(Boolean)
    .join(', ');
