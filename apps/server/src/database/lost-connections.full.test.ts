import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/processes/cluster.ts';
import { runInTransaction } from '../transaction.ts';
import { isDatabaseUnreachable } from './database-errors.ts';
import { openOrm } from './orm.ts';
import { withoutServerTimeouts } from './pooler.ts';

const POOL_SIZE = 12;

test('connections that are lost in transactions free their places in the pool', async () => {
  const database = await createTestDatabase();
  // The queries wait until they are ended, however long a busy machine takes to start them
  const withoutLimits = { ...withoutServerTimeouts, query_timeout: 0, connectionTimeoutMillis: 0 };
  const orm = openOrm({ ...database.connection, ...withoutLimits }, []);
  const admin = new pg.Client(database.connection);
  await admin.connect();
  const count = async () => {
    const { rows } = await admin.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
    );
    return rows[0].count;
  };

  for (let round = 0; round < 3; round += 1) {
    const errors = Promise.all(
      Array.from({ length: POOL_SIZE }, () =>
        runInTransaction({ em: orm.em.fork() }, ({ em }) => em.execute('select pg_sleep(600)')).catch(
          (error: unknown) => error,
        ),
      ),
    );
    await expect.poll(count).toBe(POOL_SIZE);
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    expect((await errors).filter(isDatabaseUnreachable)).toHaveLength(POOL_SIZE);
  }

  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await admin.end();
  await orm.close(true);
  await database.drop();
});

test('the pool ends although a query is still waiting for its connection', async () => {
  const database = await createTestDatabase();
  const orm = openOrm(database.connection, []);
  const pool = await orm.em.getConnection().getNativeClient();
  const closed = new Promise<void>((resolve) => {
    // Is called with a new connection, before the query gets it
    pool.options.verify = async (_, done) => {
      resolve(orm.close(true));
      await expect.poll(() => pool.ending).toBe(true);
      done();
    };
  });

  const ask = () => orm.em.fork().execute('select 1');
  // The first takes the connection with which the pool was opened
  const asked = Promise.all([ask(), ask()]);
  await Promise.all([closed, expect(asked).rejects.toThrow('The pool of connections has ended')]);
  await database.drop();
});
