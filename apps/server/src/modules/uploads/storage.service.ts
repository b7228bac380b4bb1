import { statfs } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import { openImageStore } from './image-store.ts';

export interface StorageState {
  kind: 'folder' | 'object store';
  images: number;
  /** As uploaded images take at their full width. */
  bytes: number;
  /** On the disk of the folder. */
  freeBytes: number | null;
  /** False when the store refuses or does not answer. */
  answers: boolean;
}

/** Where images are kept, and whether they can be read now. Never an address, which holds the keys. */
export async function storageState({ em, config }: Pick<Ctx, 'em' | 'config'>): Promise<StorageState> {
  const [counts] = await em.execute<{ images: number; bytes: string }[]>(
    'select count(*)::int as images, coalesce(sum(bytes), 0) as bytes from uploads',
  );
  // a store that works says that it does not have this
  const asked = openImageStore(config).read('self-check', 'nothing.webp');
  const disk = config.s3Url ? null : await statfs(config.dataDir);
  return {
    kind: config.s3Url ? 'object store' : 'folder',
    images: counts?.images ?? 0,
    bytes: Number(counts?.bytes ?? 0),
    freeBytes: disk && disk.bavail * disk.bsize,
    answers: await asked.then(
      () => true,
      () => false,
    ),
  };
}
