import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/cluster.ts';
import { samples } from '../testing/content-samples.ts';
import { message } from '../testing/given.ts';
import { type KeptConnection, openConnections } from '../testing/kept-connection.ts';
import {
  isRunning,
  type ServerProcess,
  scratchDataDir,
  spawnServer,
  testDataKey,
} from '../testing/server-process.ts';

const data = scratchDataDir();
const token = 'reader-of-figures';
let db: TestDatabase;
let client: pg.Client;
let server: ServerProcess;
let address: string;
let connections: KeptConnection[];
beforeAll(async () => {
  db = await createTestDatabase();
  client = new pg.Client(db.connection);
  await client.connect();
  server = spawnServer('testing/without-pages.ts', {
    PROCESSES: '2',
    DATABASE_URL: db.url,
    AUTH_SECRET: 'x'.repeat(32),
    DATA_KEY: testDataKey,
    DATA_DIR: data.path,
    METRICS_TOKEN: token,
    ADMIN_SIGNUP: 'open',
  });
  address = await server.address;
  connections = await openConnections(address, 2);
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await client.end();
  await db.drop();
  rmSync(data.path, { recursive: true, force: true });
});

test('a change through one process is seen through the other', async () => {
  const [writer, reader] = connections as [KeptConnection, KeptConnection];
  const password = 'a long and simple sentence';
  const account = { email: 'owner@example.org', password, confirmPassword: password };
  const signup = await writer.ask('/api/v1/admin/signup', { method: 'POST', body: account });
  const office = { authorization: `Bearer ${JSON.parse(signup.body).data.token}` };
  const options = { method: 'POST', headers: office, body: samples.programs.required };
  const created = await writer.ask('/api/v1/programs', options);
  const path = `/api/v1/programs/${JSON.parse(created.body).data.id}`;
  // from here on both have it in memory
  for (const connection of connections) expect((await connection.ask(path)).status).toBe(200);

  const changed = await writer.ask(path, { method: 'PUT', headers: office, body: { name: 'Carpentry' } });

  expect(changed.status).toBe(200);
  expect((await writer.ask(path)).body).toContain('Carpentry');
  await expect.poll(async () => (await reader.ask(path)).body, { interval: 5 }).toContain('Carpentry');
});

test('an email is sent by one process alone', async () => {
  const send = (connection: KeptConnection) =>
    connection.ask('/api/v1/contact', { method: 'POST', body: message });
  for (const connection of [...connections, ...connections, ...connections])
    expect((await send(connection)).status).toBe(201);

  const waiting = () => client.query(`select 1 from emails where state = 'waiting'`);
  await expect.poll(async () => (await waiting()).rowCount, { timeout: 30_000 }).toBe(0);
  const { rows } = await client.query('select tries, count(*)::int from emails group by tries');
  expect(rows).toEqual([{ tries: 1, count: expect.any(Number) }]);
});

test('limits count for all processes together', async () => {
  const [one, other] = connections as [KeptConnection, KeptConnection];
  const send = (connection: KeptConnection) =>
    connection.ask('/api/v1/newsletter/subscribe', { method: 'POST', body: {} });
  for (let call = 0; call < 15; call += 1) {
    expect([(await send(one)).status, (await send(other)).status]).toEqual([400, 400]);
  }
  expect([(await send(one)).status, (await send(other)).status]).toEqual([429, 429]);
});

test('each process gives the figures of all', async () => {
  const headers = { authorization: `Bearer ${token}` };
  for (const connection of connections) {
    const { status, body } = await connection.ask('/metrics', { headers });
    expect(status).toBe(200);
    expect(body).toMatch(/^process_resident_memory_bytes\{process="1"\} \d+$/m);
    expect(body).toMatch(/^process_resident_memory_bytes\{process="2"\} \d+$/m);
    expect(body).toMatch(
      /^http_request_duration_seconds_count\{process="2",method="GET",route="\/pid".* \d+$/m,
    );
    expect(body.match(/^# TYPE process_resident_memory_bytes gauge$/gm)).toHaveLength(1);
  }
  expect((await (connections[0] as KeptConnection).ask('/metrics')).status).toBe(404);
});

test('after SIGTERM every process says that it is not ready and answers until all end with 0', async () => {
  const both = await openConnections(address, 2);
  server.child.kill('SIGTERM');
  for (const connection of both) {
    await expect.poll(async () => (await connection.ask('/readyz')).status, { interval: 5 }).toBe(503);
  }
  expect((await fetch(`${address}/api/v1/programs`)).status).toBe(200);

  expect(await server.ended).toBe(0);
  expect(both.filter(({ pid }) => isRunning(pid))).toEqual([]);
  expect(server.output().stderr).toBe('');
});
