import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import type { PostgresConnection } from '../embedded-postgres.ts';
import { readPidFile } from '../orphan.ts';
import { isProcessOfRoot } from '../user.ts';

export async function queryServer(
  connection: PostgresConnection,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** If root owns the folder, PostgreSQL runs as another user, who must be able to enter it. */
export function makeDataDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: isProcessOfRoot ? 0o711 : 0o700 });
}

export async function killAndAwaitRestart(dataDir: string, connection: PostgresConnection): Promise<void> {
  const readPid = () => readPidFile(join(dataDir, 'postgres'))?.pid ?? 0;
  const before = readPid();
  process.kill(before, 'SIGKILL');
  await expect
    .poll(() => queryServer(connection, 'select 1 as one').catch(() => 'away'), { timeout: 60_000 })
    .toEqual([{ one: 1 }]);
  expect(readPid()).not.toBe(before);
}
