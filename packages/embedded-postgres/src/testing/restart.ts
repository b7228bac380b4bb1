import { join } from 'node:path';
import { expect } from 'vitest';
import type { Connection } from '../embedded-postgres.ts';
import { readPidFile } from '../orphan.ts';
import { ask } from './ask.ts';

export async function killAndAwaitRestart(dataDir: string, connection: Connection): Promise<void> {
  const pid = () => readPidFile(join(dataDir, 'postgres'))?.pid ?? 0;
  const before = pid();
  process.kill(before, 'SIGKILL');
  await expect
    .poll(() => ask(connection, 'select 1 as one').catch(() => 'away'), { timeout: 40_000 })
    .toEqual([{ one: 1 }]);
  expect(pid()).not.toBe(before);
}
