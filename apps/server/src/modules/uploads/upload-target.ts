import type { Config } from '../../config.ts';
import { uploadsPath } from './upload-path.ts';

/** Where the admin area uploads images: to the configured provider, or to this server. */
export interface UploadTarget {
  url: string;
  preset: string;
  /** Only this server may see the bearer. */
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
