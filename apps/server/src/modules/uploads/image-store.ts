import type { Config } from '../../config.ts';
import { folderStore } from './folder-store.ts';
import type { ImageStore } from './image.ts';
import { s3Store } from './s3-store.ts';

export const openImageStore = ({ dataDir, s3Url }: Pick<Config, 'dataDir' | 's3Url'>): ImageStore =>
  s3Url ? s3Store(s3Url) : folderStore(dataDir);
