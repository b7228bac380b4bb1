import { documentFormats, readDocumentFormat } from '@institute/contract/uploads.constants';
import type { Config } from '../../../config/config.ts';

export const uploadsPath = '/uploads';

export function parseUploadPath(url: string): { folder: string; file: string } {
  const [folder = '', file = ''] = url.slice(uploadsPath.length + 1).split('/');
  return { folder, file };
}

/** Where the store has the bytes of an upload. */
export const placeUpload = ({ url, storedUrl }: { url: string; storedUrl?: string | null | undefined }) =>
  storedUrl ?? url;

export const NAME_LENGTH = 32;
/** In characters. Of the sent file. */
export const FILE_NAME_LENGTH = 200;

/** `name` is that of a stored file. */
export function chooseContentType(name: string): string {
  const format = readDocumentFormat(name);
  return format ? documentFormats[format].type : 'image/webp';
}

export const uploadTarget = ({
  uploadUrl,
  uploadPreset = '',
}: Pick<Config, 'uploadUrl' | 'uploadPreset'>) => ({
  url: uploadUrl ?? `${uploadsPath}/site/image/upload`,
  preset: uploadPreset,
  /** The bearer is sent only to this server. */
  isOurs: uploadUrl === undefined,
});
