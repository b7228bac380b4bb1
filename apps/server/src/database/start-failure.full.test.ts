import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, query, type TestDatabase } from '../testing/processes/cluster.ts';
import {
  makeDatabaseSettings,
  makeScratchDataDir,
  startRefused,
} from '../testing/processes/server-process.ts';
import { makeSelfSigned } from '../testing/stand-ins/self-signed.ts';
import { migrate } from './migrate.ts';

const role = 'institute_test_role';

const ask = ({ connection }: TestDatabase, sql: string) => query(connection, sql);
const data = makeScratchDataDir();
const [empty, migrated] = [await createTestDatabase({ isEmpty: true }), await createTestDatabase()];
await ask(empty, `create role ${role} login`);
afterAll(async () => {
  await Promise.all([empty.drop(), data.remove()]);
  await ask(migrated, `drop owned by ${role}; drop role ${role}`);
  await migrated.drop();
});

const refusal = (databaseUrl: string) =>
  startRefused({ DATA_DIR: data.path, ...makeDatabaseSettings(databaseUrl) });
const oneLine = (line: RegExp) => ({ code: 1, stdout: '', lines: [expect.stringMatching(line)] });
const asRole = ({ url }: TestDatabase) => url.replace(/\/\/[^@]*@/, `//${role}@`);

test('a role that may not create, or not read, stops the start with one line that names the right', async () => {
  const refused = (reason: string) =>
    oneLine(new RegExp(`^The role in DATABASE_URL has too few rights: permission denied ${reason}`));
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
    oneLine(
      /^A newer version of the product has migrated the database \(9999-later\): start that version, or restore/,
    ),
  );
  await db.drop();
});

test.each(['SQL_ASCII', 'LATIN1'])(
  'a database in %s stops the start and a move before the first migration, with one line',
  async (encoding) => {
    const database = `test_${encoding.toLowerCase()}`;
    await ask(
      migrated,
      `create database ${database} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
    );
    const other = { connection: { ...migrated.connection, database } };
    const refused = oneLine(
      new RegExp(
        `^The database ${database} has the encoding ${encoding} and must have UTF8: make it with CREATE`,
      ),
    );
    expect(await refusal(migrated.url.replace(/\/test_\w+/, `/${database}`))).toEqual(refused);
    await expect(migrate(other.connection)).rejects.toThrow('must have UTF8');
    expect(await query(other.connection, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
    await ask(migrated, `drop database ${database} with (force)`);
  },
);

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
      oneLine(
        /^The database of DATABASE_URL cannot be opened: its certificate is not trusted \([^)]*self-signed[^)]*\); name the certificate of its authority in the address: sslrootcert=/,
      ),
    );
    server.close();
  },
);

test('a missing certificate, and a server without TLS, stop the start with one line', async () => {
  expect(await refusal(`${migrated.url}&sslmode=verify-full&sslrootcert=/no/such/ca.pem`)).toEqual(
    oneLine(/^The database of DATABASE_URL cannot be opened: [^\n]*\/no\/such\/ca\.pem/),
  );
});
