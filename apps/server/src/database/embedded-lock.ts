import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCK_FILE, unwritable } from '../data-dir.ts';
import { StartError } from '../start-error.ts';

const SQLITE_BUSY = 5;
const PID_FILE = 'institute.pid';

export class DataDirInUse extends StartError {
  override name = 'DataDirInUse';
}

export type DataDirLock = { release(): void };

/**
 * Makes this process the only one on the data folder. The lock is the operating system's own (SQLite
 * takes it on an empty file), so it ends with the process however that ends, and no stale one can remain.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const pidFile = join(dataDir, PID_FILE);
  const lock = openLock(dataDir);
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw unwritable(dataDir, error);
    throw new DataDirInUse(`The data folder ${dataDir} is already in use by ${await holder(pidFile)}.`);
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release() {
      if (!lock.isOpen) return;
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

function openLock(dataDir: string): DatabaseSync {
  const file = join(dataDir, LOCK_FILE);
  try {
    // not opened twice: closing any descriptor of a file gives up this process's locks on it
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' });
    return new DatabaseSync(file);
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}

/** The other process writes its id right after it took the lock: give it that moment. */
async function holder(pidFile: string): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
      if (pid > 0) return `process ${pid}`;
    } catch {
      // not written yet
    }
    await sleep(50);
  }
  return 'another process';
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
