import { documentFormats, readDocumentFormat } from '@institute/contract/uploads.constants';
import type { Config } from '../../../config/config.ts';

export const uploadsPath = '/uploads';

export function parseUploadPath(url: string): { folder: string; file: string } {
  const [folder = '', file = ''] = url.slice(uploadsPath.length + 1).split('/');
  return { folder, file };
}

/** Returns the path under which the store has the bytes of an upload. */
export const findStoredPath = ({ url, storedUrl }: { url: string; storedUrl?: string | null | undefined }) =>
  storedUrl ?? url;

export const HASH_NAME_LENGTH = 32;
/** Limit of the name of a sent file, in characters. */
export const MAX_FILE_NAME_LENGTH = 200;

/** Chooses the media type by the name of a stored file. */
export function chooseContentType(name: string): string {
  const documentFormat = readDocumentFormat(name);
  return documentFormat ? documentFormats[documentFormat].type : 'image/webp';
}

export const makeUploadTarget = ({
  uploadUrl,
  uploadPreset = '',
}: Pick<Config, 'uploadUrl' | 'uploadPreset'>) => ({
  url: uploadUrl ?? `${uploadsPath}/site/image/upload`,
  preset: uploadPreset,
  /** True when uploads go to this server. Only then the bearer token is sent. */
  isOurs: uploadUrl === undefined,
});
