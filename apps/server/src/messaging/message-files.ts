import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorCode } from '../errors.ts';

// Writes a message to a file, as the product does without a mail server or a gateway.

export async function writeMessageFile(
  folder: string,
  name: string,
  content: string | Buffer,
): Promise<void> {
  const filePath = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${filePath}.part`, content, { mode: 0o600, flush: true });
  await rename(`${filePath}.part`, filePath);
}

/** Lists the files of messages. A folder that does not exist has none. */
export const listMessageFiles = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  });

/** Removes files, with those that a killed process left half written. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const fileName of names.flatMap((name) => [name, `${name}.part`]))
    await rm(join(folder, fileName), { force: true });
}

export async function removeFilesBefore(folder: string, named: RegExp, before: Date): Promise<void> {
  for (const oldFileName of (await listMessageFiles(folder)).filter((name) => named.test(name))) {
    const oldFilePath = join(folder, oldFileName);
    const { mtime } = await stat(oldFilePath);
    if (mtime <= before) await rm(oldFilePath, { force: true });
  }
}
