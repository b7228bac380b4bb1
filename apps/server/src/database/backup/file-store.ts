import { createHash } from 'node:crypto';
import type pg from 'pg';
import { StartError } from '../../errors.ts';

/** `bytes`: the size, where a row gives it. */
export interface NamedFile {
  folder: string;
  name: string;
  bytes?: number;
}

export interface FileStore {
  /** Named in messages to the operator. */
  place: string;
  named(client: Pick<pg.Client, 'query'>): Promise<NamedFile[]>;
  /** Empty when the store cannot list its files. */
  list(): Promise<NamedFile[]>;
  read(folder: string, name: string): Promise<Buffer | null>;
  has(folder: string, name: string): Promise<boolean>;
  write(folder: string, files: { name: string; bytes: Buffer }[]): Promise<void>;
}

export const joinFilePath = ({ folder, name }: NamedFile): string => `${folder}/${name}`;

export const hashSha256 = (bytes: Buffer | string): string =>
  createHash('sha256').update(bytes).digest('hex');

export const hashOfAll = (hashes: ReadonlyMap<string, string>): string =>
  hashSha256(
    [...hashes]
      .map(([path, hash]) => `${path} ${hash}\n`)
      .sort()
      .join(''),
  );

export async function putFiles(store: FileStore, folder: string, files: { name: string; bytes: Buffer }[]) {
  const areThere = await Promise.all(
    files.map(async ({ name, bytes }) => (await store.read(folder, name))?.equals(bytes) ?? false),
  );
  const absent = files.filter((_, at) => !areThere[at]);
  if (absent.length === 0) return;
  await store.write(folder, absent);
  for (const { name, bytes } of absent) {
    if (!(await store.read(folder, name))?.equals(bytes)) {
      throw new StartError(`${store.place} does not give back the file ${folder}/${name} as it was written`);
    }
  }
}

export function missingFilesError(paths: readonly string[], where: string): StartError {
  const [first = '', ...others] = paths;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return new StartError(
    `the uploaded file ${first}${more} is missing or cut off in ${where}; put it back, or go on without it with --allow-missing`,
  );
}
