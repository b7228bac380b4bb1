import type { Config } from '../../config.ts';
import { folderStore } from './folder-store.ts';
import type { PictureStore } from './picture.ts';
import { s3Store } from './s3-store.ts';

export const openPictureStore = ({ dataDir, s3Url }: Pick<Config, 'dataDir' | 's3Url'>): PictureStore =>
  s3Url ? s3Store(s3Url) : folderStore(dataDir);
