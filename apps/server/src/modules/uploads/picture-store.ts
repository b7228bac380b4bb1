import type { Config } from '../../config.ts';
import { folderStore } from './folder-store.ts';
import type { PictureFile } from './picture.ts';
import { s3Store } from './s3-store.ts';

/** Where the files of pictures lie. A folder of files comes whole or not at all. */
export interface PictureStore {
  write(folder: string, files: PictureFile[]): Promise<void>;
  read(folder: string, file: string): Promise<Buffer | null>;
  has(folder: string, file: string): Promise<boolean>;
}

export const openPictureStore = ({ dataDir, s3Url }: Pick<Config, 'dataDir' | 's3Url'>): PictureStore =>
  s3Url ? s3Store(s3Url) : folderStore(dataDir);
