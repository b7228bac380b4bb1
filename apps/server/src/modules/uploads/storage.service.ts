import { statfs } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import { openImageStore } from './image-store.ts';

export interface StorageState {
  kind: 'folder' | 'object store';
  images: number;
  bytes: number;
  freeBytes: number | null;
  answers: boolean;
}

/** Contains no address, because the address contains the keys. */
export async function storageState({ em, config }: Pick<Ctx, 'em' | 'config'>): Promise<StorageState> {
  const [counts] = await em.execute<{ images: number; bytes: string }[]>(
    'select count(*)::int as images, coalesce(sum(bytes), 0) as bytes from uploads',
  );
  // a working store answers that this file is missing
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
