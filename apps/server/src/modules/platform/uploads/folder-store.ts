import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { readErrorCode } from '../../../errors.ts';
import type { UploadFile, UploadStore } from './image.ts';

const DRAFT_PREFIX = '.draft-';
const STALE_DRAFT_AGE_MS = 60 * 60 * 1000;

export function openFolderStore(root: string): UploadStore {
  let draftCleanUp: Promise<void> | undefined;

  return {
    write: async (folder, files) => {
      const targetFolder = join(root, folder);
      const draftFolder = join(root, `${DRAFT_PREFIX}${randomUUID()}`);
      try {
        await mkdir(draftFolder, { recursive: true });
        await Promise.all(
          files.map(({ name, bytes }) => writeFile(join(draftFolder, name), bytes, { flush: true })),
        );
        await moveDraftIntoPlace(draftFolder, targetFolder, files);
      } finally {
        await rm(draftFolder, { recursive: true, force: true });
      }
      // A failure to remove old drafts must not fail the upload
      draftCleanUp ??= removeStaleDrafts(root).catch(() => {});
      await draftCleanUp;
    },

    read: async (folder, file) => {
      try {
        return await readFile(join(root, folder, file));
      } catch (error) {
        if (readErrorCode(error) === 'ENOENT') return null;
        throw error;
      }
    },

    has: (folder, file) =>
      access(join(root, folder, file)).then(
        () => true,
        () => false,
      ),

    list: async () => {
      const folderEntries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error) => {
        if (readErrorCode(error) === 'ENOENT') return [];
        throw error;
      });
      return folderEntries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map(({ parentPath, name }) => ({ folder: relative(root, parentPath).split(sep).join('/'), name }))
        .filter(({ folder }) => folder !== '' && !folder.startsWith('.'));
    },

    remove: (folder) => rm(join(root, folder), { recursive: true, force: true }),
  };
}

async function moveDraftIntoPlace(draft: string, target: string, files: UploadFile[]): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(readErrorCode(error) ?? '')) throw error;
    // The folder exists: the same image was stored meanwhile, or lost some files
    for (const { name } of files) await rename(join(draft, name), join(target, name));
  }
}

async function removeStaleDrafts(root: string): Promise<void> {
  for (const draftName of await readdir(root)) {
    if (!draftName.startsWith(DRAFT_PREFIX)) continue;
    const draft = join(root, draftName);
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > STALE_DRAFT_AGE_MS) await rm(draft, { recursive: true, force: true });
  }
}
