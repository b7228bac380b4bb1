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
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LOCK_FILE } from '@institute/embedded-postgres/lock';
import { readErrorCode, StartError } from '../errors.ts';

const isProcessRunByRoot = process.getuid?.() === 0;

/** When the product runs as root, other users may enter the folder but not list or read it. */
export function prepareDataDir(dir: string): void {
  const folderMode = isProcessRunByRoot ? 0o711 : 0o700;
  try {
    mkdirSync(dirname(dir), { recursive: true });
    mkdirSync(dir, { recursive: true, mode: folderMode });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    restrictFolderMode(dir, folderMode);
  } catch (error) {
    throw notWritableError(dir, error);
  }
}

export function notWritableError(dir: string, error: unknown): StartError {
  const fileErrorCode = readErrorCode(error) ?? '';
  return new StartError(
    `The data folder ${dir} cannot be written (${REASON_BY_FILE_ERROR[fileErrorCode] ?? fileErrorCode}); set DATA_DIR to another.`,
  );
}

const REASON_BY_FILE_ERROR: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
  EISDIR: 'it is a folder',
};

function restrictFolderMode(dir: string, mode: number): void {
  const folderStat = statSync(dir);
  if (folderStat.uid !== process.getuid?.() || (folderStat.mode & 0o777) === mode) return;
  const folderEntries = readdirSync(dir);
  // A lock file shows that the folder is ours. A folder with other files keeps its permissions.
  if (folderEntries.length === 0 || folderEntries.includes(LOCK_FILE)) chmodSync(dir, mode);
}

const makeRandomSecret = () => randomBytes(48).toString('base64url');

export function loadSecret(dir: string, name: string, make: () => string = makeRandomSecret): string {
  const secretFile = join(dir, name);
  if (existsSync(secretFile)) return readSecret(secretFile);

  const draftFile = `${secretFile}.${process.pid}`;
  try {
    writeFileSync(draftFile, make(), { mode: 0o600, flush: true });
    // A link is made in one step, and never replaces the secret of a process that was faster.
    linkSync(draftFile, secretFile);
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw notWritableError(dir, error);
  } finally {
    rmSync(draftFile, { force: true });
  }
  return readSecret(secretFile);
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = readErrorCode(error) ?? '';
    throw new StartError(`${file} cannot be read (${REASON_BY_FILE_ERROR[code] ?? code}).`);
  }
}

/** Replaces a secret in one step. A reader sees the old secret or the new one, never a part. */
export function replaceSecret(dir: string, name: string, secret: string): void {
  const draftSecretFilePath = join(dir, `${name}.${process.pid}`);
  try {
    writeFileSync(draftSecretFilePath, secret, { mode: 0o600, flush: true });
    renameSync(draftSecretFilePath, join(dir, name));
  } catch (error) {
    rmSync(draftSecretFilePath, { force: true });
    throw notWritableError(dir, error);
  }
}

/** Returns how many bytes the product may still write on the disk of this folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The folder into which emails are written when no mail server is set. */
export const getEmailFolder = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'mail');
