import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRoot, prepareDataDir } from '../data-dir.ts';
import { type Connection, type EmbeddedServer, startEmbedded } from './embedded.ts';

let base: string;
let server: EmbeddedServer | undefined;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'institute-base-'));
  chmodSync(base, 0o711);
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(base, { recursive: true, force: true });
});

async function startIn(dataDir: string): Promise<Connection> {
  prepareDataDir(dataDir);
  server = await startEmbedded(dataDir);
  return server.connection;
}

async function ask(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('keeps what makes a commit durable, and words in any language', async () => {
  const connection = await startIn(join(base, 'data'));
  const settings = await ask(
    connection,
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
    await ask(
      connection,
      'select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider from pg_database where datname = current_database()',
    ),
  ).toEqual([{ encoding: 'UTF8', provider: 'i' }]);
});

test('keeps the data from one start to the next', async () => {
  const dataDir = join(base, 'data');
  await ask(await startIn(dataDir), 'create table kept as select 42 as it');
  await server?.stop();
  expect(await ask(await startIn(dataDir), 'select it from kept')).toEqual([{ it: 42 }]);
});

test('starts in a folder whose path is too long for a socket, and tidies up', async () => {
  const dataDir = join(base, 'a-folder-with-a-long-name'.repeat(4), 'and-another-one'.repeat(3), 'data');
  prepareDataDir(dataDir);
  const connection = await startIn(dataDir);
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server?.stop();
  expect(existsSync(connection.host)).toBe(false);
});

test.runIf(isRoot)('starts below a folder that other users cannot enter, and tidies up', async () => {
  const home = join(base, 'home');
  mkdirSync(home, { mode: 0o700 });
  const dataDir = join(home, 'checkout', 'data');

  await ask(await startIn(dataDir), 'create table kept as select 42 as it');
  await server?.stop();
  const connection = await startIn(dataDir);
  expect(await ask(connection, 'select it from kept')).toEqual([{ it: 42 }]);

  await server?.stop();
  expect(statSync(home).mode & 0o777).toBe(0o700);
  expect(existsSync(connection.host)).toBe(false);
});

test('is not put off by a process id in its lock file that has become someone else’s', async () => {
  const dataDir = join(base, 'data');
  await startIn(dataDir);
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await server?.stop();

  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
  if (isRoot) chownLike(join(dataDir, 'postgres'), pidFile);
  expect(await ask(await startIn(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('writes nothing into its log that people typed', async () => {
  const connection = await startIn(join(base, 'data'));
  await ask(connection, 'create table person (email text unique)');
  await ask(connection, `insert into person values ('jane.doe@example.org')`);
  await expect(ask(connection, `insert into person values ('jane.doe@example.org')`)).rejects.toThrow(
    'duplicate',
  );
  await expect(ask(connection, `select 'jane.doe@example.org' from nowhere`)).rejects.toThrow('nowhere');
  expect(readFileSync(join(base, 'data', 'postgres.log'), 'utf8')).not.toContain('jane.doe');
});

function chownLike(model: string, file: string): void {
  const { uid, gid } = statSync(model);
  chownSync(file, uid, gid);
}
