import {
  type DocumentFormat,
  documentFormats,
  isDocumentFormat,
} from '@institute/contract/uploads.constants';
import * as z from 'zod';
import { type FileReader, readSingleResult } from '../../../background/read-in-worker.ts';
import { AppError } from '../../../errors.ts';
import type { UploadFile } from './image.ts';

const NAME_LENGTH = 60;
const FILE_SIGNATURES = { pdf: '%PDF-', zip: 'PK\x03\x04', formerWord: '\xd0\xcf\x11\xe0' };

const makeRefusal = (message: string) => new AppError('UNSUPPORTED_MEDIA_TYPE', message);

const wordReader: FileReader<string | null> = {
  module: new URL('./word-file.reader.ts', import.meta.url),
  result: z.string().nullable(),
  path: 'file',
  advice: 'Save it as a PDF.',
  timeoutMs: 10_000,
  heapMb: 64,
};

/** Checked by its content, whatever its name and type. A Word document is looked into by a worker. */
export async function readFormat(
  app: { changes: object },
  { bytes }: Pick<UploadFile, 'bytes'>,
): Promise<DocumentFormat> {
  const isStart = (start: string) => bytes.subarray(0, start.length).toString('latin1') === start;
  if (isStart(FILE_SIGNATURES.pdf)) return 'pdf';
  if (isStart(FILE_SIGNATURES.formerWord))
    throw makeRefusal(
      'This is a Word document of the old kind, or one with a password. Save it as .docx or PDF',
    );
  if (!isStart(FILE_SIGNATURES.zip)) throw makeRefusal('This is no PDF and no Word document (.docx)');
  const fault = await readSingleResult(app, wordReader, { file: bytes });
  if (fault) throw makeRefusal(fault);
  return 'docx';
}

/**
 * `about-us-2026.pdf` for `About us (2026).PDF`: safe in an address and in a header. A further name of the same
 * document that comes out alike gets its number.
 */
export function nameDocument(sent: string, format: string, number = 1): string {
  const end = number > 1 ? `-${number}` : '';
  const words = sent
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH - end.length)
    .replace(/^-|-$/g, '');
  return `${words || 'document'}${end}.${format}`;
}

/** The format of a document at this address. Undefined if none can be there. */
export function parseDocumentPlace(folder: string, file: string): DocumentFormat | undefined {
  const format = /^[\da-f]{32}-([a-z]+)$/.exec(folder)?.[1] ?? '';
  const isPlace = isDocumentFormat(format) && /^[a-z0-9-]{1,60}$/.test(file.slice(0, -format.length - 1));
  return isPlace && file.endsWith(`.${format}`) ? format : undefined;
}

interface ServedDocument {
  file: string;
  format: DocumentFormat;
  name: string;
  /** The page About shows this one in a frame. */
  isFramed: boolean;
}

/**
 * Keep a false PDF from running scripts, loading anything, or standing in another site's frame. A browser's
 * viewer is not bound by them: it shows a PDF outside this origin.
 */
export function makeDocumentHeaders({
  file,
  format,
  name,
  isFramed,
}: ServedDocument): Record<string, string> {
  const disposition = isFramed && format === 'pdf' ? 'inline' : 'attachment';
  return {
    'content-type': documentFormats[format].type,
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    'content-disposition': `${disposition}; filename="${file}"; filename*=UTF-8''${encodeName(name)}`,
  };
}

/** By RFC 5987, which allows fewer signs than an address. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
