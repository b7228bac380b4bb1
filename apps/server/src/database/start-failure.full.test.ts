import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { prepareDatabase } from '../composition/prepare-database.ts';
import { loadConfig } from '../config/config.ts';
import { sealText } from '../crypto/data-keys.ts';
import { createTestDatabase, query, type TestDatabase } from '../testing/processes/cluster.ts';
import { makeDatabaseSettings, makeScratchDataDir } from '../testing/processes/server-process.ts';
import { makeSelfSigned } from '../testing/stand-ins/self-signed.ts';
import { openDatabase } from './open.ts';

const role = 'institute_test_role';

const ask = ({ connection }: TestDatabase, sql: string) => query(connection, sql);
const data = makeScratchDataDir();
const empty = await createTestDatabase({ isEmpty: true });
const migrated = await createTestDatabase();
await ask(empty, `create role ${role} login`);
afterAll(async () => {
  await Promise.all([empty.drop(), data.remove()]);
  await ask(migrated, `drop owned by ${role}; drop role ${role}`);
  await migrated.drop();
});

/** As a start does it. `start-refusals.test.ts` shows that the process prints such an error in one line. */
async function prepare(databaseUrl: string, more: Record<string, string> = {}): Promise<void> {
  const config = loadSettings(databaseUrl, more);
  const db = await openDatabase(config, async () => []);
  await prepareDatabase(config, db.connection).finally(db.close);
}
const loadSettings = (databaseUrl: string, more: Record<string, string> = {}) =>
  loadConfig({ DATA_DIR: data.path, ...makeDatabaseSettings(databaseUrl), ...more }, []);
const refusal = (...settings: Parameters<typeof prepare>) =>
  prepare(...settings).catch((error: unknown) => error);
const startError = (line: RegExp) =>
  expect.objectContaining({ name: 'StartError', message: expect.stringMatching(line) });
const asRole = ({ url }: TestDatabase) => url.replace(/\/\/[^@]*@/, `//${role}@`);

test('a role that may not create, or not read, stops the start with one line that names the right', async () => {
  const refused = (reason: string) =>
    startError(new RegExp(`^The role in DATABASE_URL has too few rights: permission denied ${reason}`));
  expect(await refusal(asRole(empty))).toEqual(refused('.*\\. It needs CREATE on the database and'));
  const { database } = empty.connection;
  const rights = `grant create on database ${database} to ${role}; revoke create on schema public from public`;
  await ask(empty, rights);
  expect(await refusal(asRole(empty))).toEqual(refused('for schema public\\. It needs CREATE'));
  expect(await refusal(asRole(migrated))).toEqual(refused('for table mikro_orm_migrations\\.'));
});

test('a database that a newer version has migrated stops the start with one line, and is not changed', async () => {
  const db = await createTestDatabase();
  await ask(db, `insert into mikro_orm_migrations (name) values ('9999-later')`);
  expect(await refusal(db.url)).toEqual(
    startError(
      /^A newer version of the product has migrated the database \(9999-later\): start that version, or restore/,
    ),
  );
  await db.drop();
});

test('a data key that does not belong to the database stops the start with one line, and its own starts it', async () => {
  // Notes the key
  await prepare(migrated.url);
  const medical = sealText(loadSettings(migrated.url).dataKeys, 'Asthma', 'row');
  await ask(
    migrated,
    `insert into registrations (first_name, last_name, email, phone, consent, medical)
     values ('Ann', 'Example', 'ann@example.org', '0700', true, '${medical}')`,
  );
  const DATA_KEY = randomBytes(32).toString('base64');
  expect(await refusal(migrated.url, { DATA_KEY })).toEqual(
    startError(
      /^Health answers, .* encrypted with the data key [\da-f]{8}, which is not in DATA_KEY[^\n]*: /,
    ),
  );
  await prepare(migrated.url);
});

test('a database in SQL_ASCII stops the start before the first migration, with one line', async () => {
  const database = 'test_sql_ascii';
  await ask(
    migrated,
    `create database ${database} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
  );
  expect(await refusal(migrated.url.replace(/\/test_\w+/, `/${database}`))).toEqual(
    startError(
      /^The database test_sql_ascii has the encoding SQL_ASCII and must have UTF8: make it with CREATE/,
    ),
  );
  const other = { ...migrated.connection, database };
  expect(await query(other, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  await ask(migrated, `drop database ${database} with (force)`);
});

async function startSelfSigned() {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // The client asks for TLS first
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...makeSelfSigned('localhost') }).on('error', () => {});
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test.each(['require', 'verify-full'])(
  'with sslmode=%s a self-signed certificate stops the start with one line that says what helps',
  async (mode) => {
    const { server, port } = await startSelfSigned();
    expect(await refusal(`postgresql://user@127.0.0.1:${port}/institute?sslmode=${mode}`)).toEqual(
      startError(
        /^The database of DATABASE_URL cannot be opened: its certificate is not trusted \([^)]*self-signed[^)]*\); name the certificate of its authority in the address: sslrootcert=/,
      ),
    );
    server.close();
  },
);

test('a missing certificate stops the start with one line', async () => {
  expect(await refusal(`${migrated.url}&sslmode=verify-full&sslrootcert=/no/such/ca.pem`)).toEqual(
    startError(/^The database of DATABASE_URL cannot be opened: [^\n]*\/no\/such\/ca\.pem/),
  );
});
