import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { LOCK_FILE } from '@institute/embedded-postgres/lock';
import { errorCode, StartError } from './start-error.ts';

const isRoot = process.getuid?.() === 0;

/** Makes the data folder, private to its user; as root others may pass through it but read nothing. */
export function prepareDataDir(dir: string): void {
  const mode = isRoot ? 0o711 : 0o700;
  try {
    mkdirSync(dirname(dir), { recursive: true });
    mkdirSync(dir, { recursive: true, mode });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    tighten(dir, mode);
  } catch (error) {
    throw unwritable(dir, error);
  }
}

export function unwritable(dir: string, error: unknown): StartError {
  const code = errorCode(error) ?? '';
  return new StartError(
    `The data folder ${dir} cannot be written (${REASONS[code] ?? code}); set DATA_DIR to another.`,
  );
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
};

function tighten(dir: string, mode: number): void {
  const stat = statSync(dir);
  if (stat.uid !== process.getuid?.() || (stat.mode & 0o777) === mode) return;
  const entries = readdirSync(dir);
  // the lock file marks a folder as ours; a folder with other files keeps its permissions
  if (entries.length === 0 || entries.includes(LOCK_FILE)) chmodSync(dir, mode);
}

/** Reads the secret kept in the data folder; the first start makes it. */
export function keptSecret(dir: string, name: string): string {
  const file = join(dir, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();

  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
    // a link appears whole or not at all, and never replaces the secret of a process that was faster
    linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw unwritable(dir, error);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
