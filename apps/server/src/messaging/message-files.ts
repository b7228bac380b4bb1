import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '../errors.ts';

// Without a mail server or a gateway, messages are files.

export async function writeMessageFile(
  folder: string,
  name: string,
  content: string | Buffer,
): Promise<void> {
  const file = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, content, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
}

/** Nothing has been written to a folder that is not there. */
export const listMessageFiles = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  });

/** Also removes files that a killed process left half written. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.flatMap((name) => [name, `${name}.part`]))
    await rm(join(folder, name), { force: true });
}

export async function removeFilesBefore(folder: string, named: RegExp, before: Date): Promise<void> {
  for (const name of (await listMessageFiles(folder)).filter((name) => named.test(name))) {
    const file = join(folder, name);
    const { mtime } = await stat(file);
    if (mtime <= before) await rm(file, { force: true });
  }
}
