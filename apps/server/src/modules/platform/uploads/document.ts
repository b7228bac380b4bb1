import {
  type DocumentFormat,
  documentFormats,
  isDocumentFormat,
} from '@institute/contract/uploads.constants';
import * as z from 'zod';
import { type FileReader, readSingleResult } from '../../../background/read-in-worker.ts';
import { AppError } from '../../../errors.ts';
import type { UploadFile } from './image.ts';

const MAX_NAME_LENGTH = 60;
const FILE_SIGNATURES = { pdf: '%PDF-', zip: 'PK\x03\x04', formerWord: '\xd0\xcf\x11\xe0' };

const makeMediaTypeError = (message: string) => new AppError('UNSUPPORTED_MEDIA_TYPE', message);

const wordReader: FileReader<string | null> = {
  module: new URL('./word-file.reader.ts', import.meta.url),
  result: z.string().nullable(),
  path: 'file',
  advice: 'Save it as a PDF.',
  timeoutMs: 10_000,
  heapMb: 64,
};

/** Decides by the content, not by the name or the media type. A worker looks into Word documents. */
export async function readFileFormat(
  app: { changes: object },
  { bytes }: Pick<UploadFile, 'bytes'>,
): Promise<DocumentFormat> {
  const hasSignature = (start: string) => bytes.subarray(0, start.length).toString('latin1') === start;
  if (hasSignature(FILE_SIGNATURES.pdf)) return 'pdf';
  if (hasSignature(FILE_SIGNATURES.formerWord))
    throw makeMediaTypeError(
      'This is a Word document of the old kind, or one with a password. Save it as .docx or PDF',
    );
  if (!hasSignature(FILE_SIGNATURES.zip))
    throw makeMediaTypeError('This is no PDF and no Word document (.docx)');
  const wordFault = await readSingleResult(app, wordReader, { file: bytes });
  if (wordFault) throw makeMediaTypeError(wordFault);
  return 'docx';
}

/**
 * Makes `about-us-2026.pdf` from `About us (2026).PDF`, which is safe in addresses and headers. `number`
 * distinguishes further names that would become equal.
 */
export function nameDocument(sent: string, format: string, number = 1): string {
  const numberSuffix = number > 1 ? `-${number}` : '';
  const nameSlug = sent
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME_LENGTH - numberSuffix.length)
    .replace(/^-|-$/g, '');
  return `${nameSlug || 'document'}${numberSuffix}.${format}`;
}

/** The format of a document at this address. Undefined if none can be there. */
export function parseDocumentPlace(folder: string, file: string): DocumentFormat | undefined {
  const folderFormat = /^[\da-f]{32}-([a-z]+)$/.exec(folder)?.[1] ?? '';
  const isDocumentPlace =
    isDocumentFormat(folderFormat) && /^[a-z0-9-]{1,60}$/.test(file.slice(0, -folderFormat.length - 1));
  return isDocumentPlace && file.endsWith(`.${folderFormat}`) ? folderFormat : undefined;
}

interface ServedDocument {
  file: string;
  format: DocumentFormat;
  name: string;
  /** True for the document that the page About shows in a frame. */
  isFramed: boolean;
}

/**
 * The headers keep a malicious PDF from running scripts, loading anything, or being framed by another site. A
 * browser's PDF viewer ignores them, but runs outside of this origin.
 */
export function makeDocumentHeaders({
  file,
  format,
  name,
  isFramed,
}: ServedDocument): Record<string, string> {
  const contentDisposition = isFramed && format === 'pdf' ? 'inline' : 'attachment';
  return {
    'content-type': documentFormats[format].type,
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    'content-disposition': `${contentDisposition}; filename="${file}"; filename*=UTF-8''${encodeHeaderName(name)}`,
  };
}

/** Encodes a name for `filename*` by RFC 5987, which allows fewer characters than `encodeURIComponent`. */
const encodeHeaderName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
