import { AppError } from '../../../errors.ts';
import type { UploadFile } from './image.ts';

export const documentFormat = 'pdf';

const NAME_LENGTH = 60;
const START = '%PDF-';

/** Checked by its content, whatever its name and type. */
export function refuseOtherDocuments({ bytes }: Pick<UploadFile, 'bytes'>): void {
  if (bytes.subarray(0, START.length).toString('latin1') === START) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This is no PDF');
}

/** `about-us-2026.pdf` for `About us (2026).PDF`: safe in an address and in a header. */
export function documentName(sent: string): string {
  const words = sent
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH)
    .replace(/^-|-$/g, '');
  return `${words || 'document'}.${documentFormat}`;
}

export const isDocumentPlace = (folder: string, file: string): boolean =>
  /^[\da-f]{32}-pdf$/.test(folder) && /^[a-z0-9-]{1,60}\.pdf$/.test(file);

/**
 * Keep a false PDF from running scripts, loading anything, or standing in another site's frame. A browser's
 * viewer is not bound by them: it shows a PDF apart from this origin.
 */
export const documentHeaders = (file: string): Record<string, string> => ({
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'content-disposition': `inline; filename="${file}"`,
});
