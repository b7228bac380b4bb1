import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { errorCode } from '../errors.ts';

/** Used when no mail server is configured. */
export const emailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'mail');

export async function writeEmailFile(folder: string, id: number, content: Buffer): Promise<void> {
  const file = join(folder, `${String(id).padStart(8, '0')}.eml`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, content, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
}

export async function removeFilesBefore(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((name) => /^\d+\.eml(?:\.part)?$/.test(name))) {
    const file = join(folder, name);
    const { mtime } = await stat(file);
    if (mtime <= before) await rm(file, { force: true });
  }
}
