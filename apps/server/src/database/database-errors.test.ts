import type pg from 'pg';
import { expect, test } from 'vitest';
import { StartError } from '../errors.ts';
import { createTestDatabase } from '../testing/processes/cluster.ts';
import { isDatabaseUnreachable, startErrorOfDisk } from './database-errors.ts';
import { openOrm } from './orm.ts';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

async function connectionError(connection: pg.ClientConfig, sql = 'select 1'): Promise<unknown> {
  const orm = openOrm(connection, []);
  const error = await failure(orm.em.getConnection().execute(sql));
  await orm.close(true);
  return error;
}

test('recognises that nothing listens at the address, the socket or the name', async () => {
  const nowhere = { user: 'u', database: 'd' };
  expect(isDatabaseUnreachable(await connectionError({ ...nowhere, host: '127.0.0.1', port: 1 }))).toBe(true);
  expect(isDatabaseUnreachable(await connectionError({ ...nowhere, host: '/tmp/no-such-folder' }))).toBe(
    true,
  );
  expect(isDatabaseUnreachable(await connectionError({ ...nowhere, host: 'no-such-host.invalid' }))).toBe(
    true,
  );
});

test('recognises a connection that ends during a query', async () => {
  const db = await createTestDatabase();
  expect(
    isDatabaseUnreachable(
      await connectionError(db.connection, 'select pg_terminate_backend(pg_backend_pid())'),
    ),
  ).toBe(true);
  await db.drop();
});

test('recognises that the disk of the database is full', async () => {
  const db = await createTestDatabase();
  const full = `do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`;
  expect(isDatabaseUnreachable(await connectionError(db.connection, full))).toBe(true);
  await db.drop();
});

test('a wrong query, a broken rule and a missing file do not count as unreachable', async () => {
  const db = await createTestDatabase();
  expect(isDatabaseUnreachable(await connectionError(db.connection, 'select nonsense'))).toBe(false);
  expect(
    isDatabaseUnreachable(
      await connectionError(db.connection, 'create table t (i int check (i > 0)); insert into t values (0)'),
    ),
  ).toBe(false);
  await db.drop();
  const { readFile } = await import('node:fs/promises');
  expect(isDatabaseUnreachable(await failure(readFile('/no/such/file')))).toBe(false);
  expect(isDatabaseUnreachable('ECONNREFUSED')).toBe(false);
});

test('says in one line that the disk is full, also when PostgreSQL stopped because of it', async () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  const written = Object.assign(new Error('write failed'), { code: 'ENOSPC' });
  const told = new StartError('Port 3000 is already in use.');
  const setUp = new StartError('could not write to file "base/4/1249": No space left on device');
  const reported = async (error: unknown, freeBytes: number) =>
    (await startErrorOfDisk('/srv/data', error, () => freeBytes)) !== error;

  expect(await startErrorOfDisk('/srv/data', lost, () => 3_000_000)).toEqual(
    new StartError(
      'No space left on the disk of /srv/data; make room there, or set DATA_DIR to a folder on another disk.',
    ),
  );
  expect(await Promise.all([written, setUp].map((error) => reported(error, 10 ** 9)))).toEqual([true, true]);
  expect(await reported(lost, 10 ** 9)).toBe(false);
  expect(await reported(told, 0)).toBe(false);
  expect(await reported(new TypeError('a fault of ours'), 0)).toBe(false);
});
