import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedServer, findRunningServer, startEmbedded } from './embedded-postgres.ts';
import { readPidFile } from './orphan.ts';
import { killAndAwaitRestart, makeDataDir, queryServer } from './testing/server.ts';
import { isProcessOfRoot } from './user.ts';

let dataDir: string;
let server: EmbeddedServer;
beforeAll(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'institute-base-')), 'data');
  chmodSync(join(dataDir, '..'), 0o711);
  makeDataDir(dataDir);
  server = await startEmbedded({ dataDir });
});
afterAll(async () => {
  await server.stop();
  rmSync(join(dataDir, '..'), { recursive: true, force: true });
});

test('keeps every setting that makes a commit durable, and stores text in any language', async () => {
  const settings = await queryServer(
    server.connection,
    `select name, setting from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'TimeZone')
     order by lower(name)`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    synchronous_commit: 'on',
    TimeZone: 'UTC',
  });
  expect(
    await queryServer(
      server.connection,
      'select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider from pg_database where datname = current_database()',
    ),
  ).toEqual([{ encoding: 'UTF8', provider: 'i' }]);
});

test('keeps values and statements out of its log', async () => {
  await queryServer(server.connection, 'create table person (email text unique)');
  await queryServer(server.connection, `insert into person values ('jane.doe@example.org')`);
  await expect(
    queryServer(server.connection, `insert into person values ('jane.doe@example.org')`),
  ).rejects.toThrow('duplicate');
  await expect(queryServer(server.connection, `select 'jane.doe@example.org' from nowhere`)).rejects.toThrow(
    'nowhere',
  );
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('jane.doe');
});

test.runIf(isProcessOfRoot)('runs PostgreSQL as another user when the process is root', async () => {
  const pid = readPidFile(join(dataDir, 'postgres'))?.pid;
  expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
});

test.skipIf(process.platform === 'win32')(
  'keeps its socket in a folder that other users cannot enter',
  () => {
    const { host } = server.connection;
    expect(statSync(host).mode & 0o077).toBe(0);
  },
);

test.runIf(process.platform === 'linux')('syncs its files in one call after a crash', async () => {
  expect(await queryServer(server.connection, 'show recovery_init_sync_method')).toEqual([
    { recovery_init_sync_method: 'syncfs' },
  ]);
});

test('gives other processes the connection', () => {
  expect(findRunningServer(dataDir)).toEqual(server.connection);
});

test('restarts a server that dies', async () => {
  await killAndAwaitRestart(dataDir, server.connection);
});
