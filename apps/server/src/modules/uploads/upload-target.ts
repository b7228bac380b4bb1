import type { Config } from '../../config.ts';
import { uploadsPath } from './upload.service.ts';

/** Where the admin area sends images: the configured provider, or the store of our own. */
export interface UploadTarget {
  url: string;
  preset: string;
  /** Our own store wants the bearer; a foreign one must never see it. */
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
