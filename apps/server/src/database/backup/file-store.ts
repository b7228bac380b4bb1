import { createHash } from 'node:crypto';
import type pg from 'pg';
import { StartError } from '../../errors.ts';

/** A file that a row names. `bytes` is its size, where the row has it. */
export interface NamedFile {
  folder: string;
  name: string;
  bytes?: number;
}

export interface FileStore {
  /** Where the files are kept, for messages to the operator. */
  place: string;
  named(client: Pick<pg.Client, 'query'>): Promise<NamedFile[]>;
  /** Returns an empty list when the store cannot list its files. */
  list(): Promise<NamedFile[]>;
  read(folder: string, name: string): Promise<Buffer | null>;
  has(folder: string, name: string): Promise<boolean>;
  write(folder: string, files: { name: string; bytes: Buffer }[]): Promise<void>;
}

export const joinFilePath = ({ folder, name }: NamedFile): string => `${folder}/${name}`;

export const hashSha256 = (bytes: Buffer | string): string =>
  createHash('sha256').update(bytes).digest('hex');

export const hashFileHashes = (hashes: ReadonlyMap<string, string>): string =>
  hashSha256(
    [...hashes]
      .map(([path, hash]) => `${path} ${hash}\n`)
      .sort()
      .join(''),
  );

export async function storeMissingFiles(
  store: FileStore,
  folder: string,
  files: { name: string; bytes: Buffer }[],
) {
  const isStoredByFileIndex = await Promise.all(
    files.map(async ({ name, bytes }) => (await store.read(folder, name))?.equals(bytes) ?? false),
  );
  const absentFiles = files.filter((_, at) => !isStoredByFileIndex[at]);
  if (absentFiles.length === 0) return;
  await store.write(folder, absentFiles);
  for (const { name, bytes } of absentFiles) {
    if (!(await store.read(folder, name))?.equals(bytes)) {
      throw new StartError(`${store.place} does not give back the file ${folder}/${name} as it was written`);
    }
  }
}

export function missingFilesError(paths: readonly string[], where: string): StartError {
  const [first = '', ...others] = paths;
  const otherFilesCountText = others.length > 0 ? ` and ${others.length} more` : '';
  return new StartError(
    `the uploaded file ${first}${otherFilesCountText} is missing or cut off in ${where}; put it back, or go on without it with --allow-missing`,
  );
}
