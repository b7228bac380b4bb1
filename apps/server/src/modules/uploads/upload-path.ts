import type { Config } from '../../config.ts';

export const uploadsPath = '/uploads';

export function placeOf(url: string): { folder: string; file: string } {
  const [folder = '', file = ''] = url.slice(uploadsPath.length + 1).split('/');
  return { folder, file };
}

/** A stored picture's folder, of uploads and of the demo content: its size and colour end the name. */
const STORED = /^(\/(?:uploads|images\/demo)\/[\w-]*\d+x\d+-[\da-f]{6}\/)\d+\.(?:webp|avif)$/;

/** Programs for email show JPEG and PNG. A picture elsewhere in another format is left out. */
export function emailPicture(url: string): string | undefined {
  const folder = STORED.exec(url)?.[1];
  if (folder) return `${folder}${EMAIL_FILE}`;
  return /\.(?:webp|avif|svg)(?:[?#]|$)/i.test(url) ? undefined : url;
}

export const EMAIL_FILE = 'email.jpg';

export const NAME_LENGTH = 32;

export interface UploadTarget {
  url: string;
  preset: string;
  /** The bearer is sent only to this server. */
  isOurs: boolean;
}

export const uploadTarget = ({
  uploadUrl,
  uploadPreset = '',
}: Pick<Config, 'uploadUrl' | 'uploadPreset'>): UploadTarget => ({
  url: uploadUrl ?? `${uploadsPath}/site/image/upload`,
  preset: uploadPreset,
  isOurs: uploadUrl === undefined,
});
