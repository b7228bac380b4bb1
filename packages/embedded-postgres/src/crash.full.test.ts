import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type EmbeddedServer, startEmbedded } from './embedded-postgres.ts';
import { lockDataDir } from './lock.ts';
import { readPidFile } from './orphan.ts';
import { makeDataDir } from './testing/server.ts';

const base = mkdtempSync(join(tmpdir(), 'institute-base-'));
const dataDir = join(base, 'data');
let server: EmbeddedServer | undefined;
afterEach(async () => {
  await server?.stop();
  rmSync(base, { recursive: true, force: true });
});

test('repairs a first start that was killed', async () => {
  makeDataDir(dataDir);
  const killed = spawn(process.execPath, [join(import.meta.dirname, 'testing', 'holder.ts'), dataDir]);
  while (!readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))) await sleep(1);
  const exit = once(killed, 'exit');
  killed.kill('SIGKILL');
  await exit;
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  const lock = await lockDataDir(dataDir);
  server = await startEmbedded({ dataDir });
  expect(readPidFile(join(dataDir, 'postgres'))?.pid).toBeGreaterThan(0);
  // By now the initdb of the killed start has ended too.
  await server.stop();
  server = await startEmbedded({ dataDir });
  expect(readdirSync(dataDir).filter((name) => name.includes('.new'))).toEqual([]);
  lock.release();
});
