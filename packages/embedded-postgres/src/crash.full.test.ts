import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedServer, startEmbedded } from './embedded-postgres.ts';
import { type DataDirLock, lockDataDir } from './lock.ts';
import { readCommandLine, readPidFile, stopOrphan } from './orphan.ts';
import { makeDataDir } from './testing/server.ts';

let dataDir: string;
let holder: ChildProcess;
let lock: DataDirLock | undefined;
let server: EmbeddedServer | undefined;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'institute-base-')), 'data');
  makeDataDir(dataDir);
  holder = spawn(process.execPath, [join(import.meta.dirname, 'testing', 'holder.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
});
afterEach(async () => {
  await kill();
  await server?.stop();
  lock?.release();
  server = undefined;
  lock = undefined;
  await stopOrphan(join(dataDir, 'postgres'));
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

const isReady = () => (holder.stdout ? once(holder.stdout, 'data') : undefined);
const databasePid = () => readPidFile(join(dataDir, 'postgres'))?.pid ?? 0;

async function kill(): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return;
  const exit = once(holder, 'exit');
  holder.kill('SIGKILL');
  await exit;
}

async function takeOver(): Promise<void> {
  lock = await lockDataDir(dataDir);
  server = await startEmbedded({ dataDir });
}

test('refuses a data folder that another process uses, and names that process', async () => {
  await isReady();
  await expect(lockDataDir(dataDir)).rejects.toMatchObject({
    code: 'FOLDER_IN_USE',
    message: `The data folder ${dataDir} is already in use by process ${holder.pid}.`,
  });
});

test('stops the server that a killed process left running, and uses its data', async () => {
  await isReady();
  const orphan = databasePid();
  await kill();
  expect(readCommandLine(orphan)).not.toBe('');

  await takeOver();
  expect(readCommandLine(orphan)).toBe('');
  expect(databasePid()).not.toBe(orphan);
});

test('repairs a first start that was killed', async () => {
  while (!readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))) await sleep(1);
  await kill();
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  await takeOver();
  expect(databasePid()).toBeGreaterThan(0);
  // By now the initdb of the killed start has ended too.
  await server?.stop();
  server = await startEmbedded({ dataDir });
  expect(readdirSync(dataDir).filter((name) => name.includes('.new'))).toEqual([]);
});
