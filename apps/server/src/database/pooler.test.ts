import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import type { PostgresConnection } from '@institute/embedded-postgres';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../testing/processes/cluster.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

function errorResponse(fields: string): Buffer {
  const error = Buffer.alloc(5 + fields.length);
  error.write('E');
  error.writeInt32BE(4 + fields.length, 1);
  error.write(fields, 5);
  return error;
}

const refusal = errorResponse('SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0');
const ready = Buffer.from('Z\0\0\0\x05I');
const unknownStatement = Buffer.concat([
  errorResponse('SERROR\0C26000\0Mprepared statement does not exist\0\0'),
  ready,
]);

/** With `isForgetful` each transaction meets a connection that knows none of the statements before. */
async function pooler(
  { host, port, user, database: name }: PostgresConnection,
  { isForgetful = false } = {},
): Promise<string> {
  const server = createServer((near) => {
    near.on('error', () => {});
    near.once('data', (first) => {
      if (first.includes('_timeout')) return near.end(refusal);
      const far = connect(join(host, `.s.PGSQL.${port}`));
      far.on('error', () => near.destroy());
      far.write(first);
      far.pipe(near);
      near.on('end', () => far.end());
      near.on('data', (chunk) => {
        // A named statement that was prepared before begins with its values
        if (isForgetful && chunk.toString('latin1', 0, 1) === 'B') near.write(unknownStatement);
        else far.write(chunk);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return `postgresql://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
}

async function open(databaseUrl: string, databasePrepared = true) {
  const settings = { dataDir: '/nowhere', databaseUrl, databasePrepared };
  const db = await openDatabase(settings, async () => []);
  onTestFinished(() => db.close());
  return db;
}

test('a pooler that refuses the limits of a connection gets one without them', async () => {
  const { orm, connection } = await open(await pooler(database.connection));
  expect(await orm.em.fork().execute('show statement_timeout')).toEqual([{ statement_timeout: '0' }]);
  await migrate(connection);
});

test('a pooler that forgets prepared statements stops the start with the setting to change', async () => {
  const url = await pooler(database.connection, { isForgetful: true });
  await expect(open(url)).rejects.toThrow(
    'DATABASE_URL leads to a pooler that does not know prepared statements: set DATABASE_PREPARED=false.',
  );
  const { orm } = await open(url, false);
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
});

test('PostgreSQL itself keeps the limits', async () => {
  const { orm } = await open(database.url);
  expect(await orm.em.fork().execute('show statement_timeout')).toEqual([{ statement_timeout: '5s' }]);
});

test.each([
  [true, ['one']],
  [false, []],
])('with DATABASE_PREPARED=%s the names of prepared statements are %j', async (isPrepared, names) => {
  const { orm } = await open(database.url, isPrepared);
  const em = orm.em.fork();
  const pool = await em.getConnection().getNativeClient();
  expect((await pool.query({ name: 'one', text: 'select 3 as sum' })).rows).toEqual([{ sum: 3 }]);
  const known = await em.execute<{ name: string }[]>(
    'select name from pg_prepared_statements where name <> $$$$',
  );
  expect(known.map(({ name }) => name)).toEqual(names);
});
