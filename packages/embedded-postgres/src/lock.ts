import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './error.ts';

/** Name of the lock file, which stays in the data folder after the first start. */
export const LOCK_FILE = 'institute.lock';
const PID_FILE = 'institute.pid';
const SQLITE_BUSY_CODE = 5;

/** Keeps references to the locks, because garbage collection would release them. */
const heldLocks = new Set<DatabaseSync>();

export type DataDirLock = { release(): void };

/**
 * Locks the data folder, so that this process is its only user. SQLite locks an empty file, and the operating system
 * ends that lock with the process, so no stale lock can stay.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const pidFile = join(dataDir, PID_FILE);
  const dataDirLock = openLock(dataDir);
  try {
    dataDirLock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    dataDirLock.close();
    if (!isLockBusy(error)) throw makeNotWritableError(dataDir, error);
    throw new EmbeddedPostgresError(
      'FOLDER_IN_USE',
      `The data folder ${dataDir} is already in use by ${await readLockHolder(pidFile)}.`,
    );
  }
  heldLocks.add(dataDirLock);
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release() {
      if (!dataDirLock.isOpen) return;
      rmSync(pidFile, { force: true });
      dataDirLock.close();
      heldLocks.delete(dataDirLock);
    },
  };
}

function openLock(dataDir: string): DatabaseSync {
  const file = join(dataDir, LOCK_FILE);
  try {
    // The file must never be opened twice: closing any descriptor of it drops this process's locks on it.
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' });
    return new DatabaseSync(file);
  } catch (error) {
    throw makeNotWritableError(dataDir, error);
  }
}

function makeNotWritableError(dataDir: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError('FOLDER_NOT_WRITABLE', `The data folder ${dataDir} cannot be written.`, {
    cause,
  });
}

/**
 * Reads who holds the lock. It waits up to a second, because the other process writes its id shortly after it has
 * taken the lock.
 */
async function readLockHolder(pidFile: string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      const holderPid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
      if (holderPid > 0) return `process ${holderPid}`;
    } catch {
      // The file does not exist yet.
    }
    await sleep(50);
  }
  return 'another process';
}

function isLockBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY_CODE;
}
