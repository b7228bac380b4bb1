import type { Config } from '../../config.ts';
import { uploadsPath } from './upload-path.ts';

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
