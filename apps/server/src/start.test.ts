import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningServer } from '@institute/embedded-postgres';
import { stopOrphan } from '@institute/embedded-postgres/orphan';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { givenKeys, parseKeys, seal } from './crypto/data-keys.ts';
import { MIGRATIONS } from './database/migration-settings.ts';
import { createTestDatabase, query } from './testing/cluster.ts';
import {
  databasePid,
  isRunning,
  refusedStart,
  scratchDataDir,
  spawnServer,
  testDataKey,
} from './testing/server-process.ts';

// Creating a database takes most of the time, so only the tests of first starts use an empty folder.
const used = scratchDataDir();
afterAll(used.remove);
let data: ReturnType<typeof scratchDataDir>;
const spawned: ReturnType<typeof spawnServer>[] = [];
afterEach(async () => {
  for (const { child, ended } of spawned.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});

function start(env: Record<string, string> = {}, script = 'testing/stand-in.ts') {
  const server = spawnServer(script, { DATA_DIR: data.path, ...env });
  spawned.push(server);
  return server;
}

function never(): never {
  throw new Error('The key of the tests is wrong.');
}

const refusal = (env: Record<string, string>) => refusedStart({ DATA_DIR: data.path, ...env });

const entries = ({ output }: ReturnType<typeof start>): Record<string, unknown>[] =>
  output()
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('on a used data folder', () => {
  beforeEach(() => {
    data = used;
  });
  afterEach(() => stopOrphan(join(used.path, 'postgres')));

  test('says its address and its data folder in two lines, and answers there', async () => {
    const server = start({ LOG_LEVEL: 'silent' });
    const address = await server.address;
    expect(entries(server)).toMatchObject([
      { msg: `The site is at ${address}`, listens: address.replace('http://localhost', '127.0.0.1') },
      { msg: `Its data is in ${data.path}` },
    ]);
    expect(await (await fetch(`${address}/one`)).json()).toEqual([{ one: 1 }]);
  });

  test('says PUBLIC_URL, where people find the site, and warns of a setting of traces that it cannot use', async () => {
    const server = start({ PUBLIC_URL: 'https://www.example.org', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    expect(await server.address).toBe('https://www.example.org');
    const msg = expect.stringMatching(/^OTEL_EXPORTER_OTLP_PROTOCOL must be .*; http\/protobuf is used\.$/);
    await expect.poll(() => entries(server)).toContainEqual(expect.objectContaining({ level: 40, msg }));
  });

  test('a rejection that nobody handles does not end the process', async () => {
    const server = start();
    const address = await server.address;
    await fetch(`${address}/rejecting`);
    expect((await fetch(`${address}/one`)).status).toBe(200);
  });

  test('SIGTERM lets the request in flight finish, then stops the database and ends with 0', async () => {
    const server = start();
    const address = await server.address;
    const database = databasePid(data.path);
    expect(isRunning(database)).toBe(true);

    const slow = fetch(`${address}/slow`);
    await fetch(`${address}/one`);
    server.child.kill('SIGTERM');

    expect(await (await slow).json()).toEqual([{ one: 1 }]);
    expect(await server.ended).toBe(0);
    expect(isRunning(database)).toBe(false);
    expect(readdirSync(data.path).sort()).toEqual([
      'auth-secret',
      'data-key',
      'institute.lock',
      'postgres',
      'postgres.log',
      'run',
    ]);
  });

  test('until SIGTERM closes it, the process answers, ends each connection, and is not ready', async () => {
    const server = start({}, 'testing/without-pages.ts');
    const address = await server.address;
    const ready = () => fetch(`${address}/readyz`);
    const before = await ready();
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);

    const startedAt = performance.now();
    server.child.kill('SIGTERM');
    await expect.poll(async () => (await ready()).status).toBe(503);
    await sleep(1000);
    const read = await fetch(`${address}/api/v1/programs`);
    expect([read.status, read.headers.get('connection')]).toEqual([200, 'close']);
    expect(await server.ended).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('a Ctrl-C that arrives twice, from the terminal and from npm, stops cleanly', async () => {
    const server = start();
    const address = await server.address;
    const slow = fetch(`${address}/slow`);
    await fetch(`${address}/one`);

    process.kill(-server.pid, 'SIGINT');
    server.child.kill('SIGINT');

    expect(await (await slow).json()).toEqual([{ one: 1 }]);
    expect(await server.ended).toBe(0);
  });

  test('a second Ctrl-C later on does not wait for the requests', async () => {
    const server = start();
    const address = await server.address;
    const hanging = fetch(`${address}/hanging`).catch(() => 'cut off');
    await fetch(`${address}/one`);

    server.child.kill('SIGINT');
    const again = setInterval(() => server.child.kill('SIGINT'), 1100);
    expect(await server.ended).toBe(130);
    clearInterval(again);
    expect(await hanging).toBe('cut off');
  });

  test('a second process on the data folder names the first and ends', async () => {
    const first = start();
    const address = await first.address;

    const second = await refusal({ PORT: new URL(address).port });

    expect(second).toEqual({
      code: 1,
      lines: [`The data folder ${data.path} is already in use by process ${first.pid}.`],
      stdout: '',
    });
    expect((await fetch(`${address}/one`)).status).toBe(200);
  });
});

describe('on a new data folder', () => {
  beforeEach(() => {
    data = scratchDataDir();
  });
  afterEach(() => data.remove());

  test('logs each migration and its time, and a second start none', async () => {
    const first = start();
    await first.address;
    const names = readdirSync(MIGRATIONS.path).filter((name) => name.endsWith('.ts'));
    const migrated = (server: typeof first) => entries(server).filter(({ msg }) => msg === 'migrated');
    expect(migrated(first)).toEqual(
      names
        .sort()
        .map((name) =>
          expect.objectContaining({ migration: name.replace('.ts', ''), ms: expect.any(Number) }),
        ),
    );
    first.child.kill('SIGTERM');
    await first.ended;

    const second = start();
    await second.address;
    expect(migrated(second)).toEqual([]);
  });

  test('starts exactly one of two processes on a new folder', async () => {
    const both = [start(), start()];
    const outcomes = await Promise.allSettled(both.map(({ address }) => address));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a data key that does not belong to the database prints one line, and its own key starts again', async () => {
    const env = { DATA_KEY: testDataKey };
    const server = start(env);
    await server.address;
    const keys = givenKeys(parseKeys(testDataKey, ',') ?? never());
    await query(
      runningServer(data.path) ?? {},
      `insert into registrations (first_name, last_name, email, phone, consent, medical)
       values ('Ann', 'Example', 'ann@example.org', '0700', true, $1)`,
      [seal(keys, 'Asthma', 'row')],
    );
    server.child.kill('SIGTERM');
    await server.ended;

    const { code, lines } = await refusal({});
    const line = expect.stringMatching(
      /^Health answers, secrets of two-step sign-in, or secrets of webhooks in the database are encrypted with the data key [\da-f]{8}, which is not in .*data-key: /,
    );
    expect({ code, lines }).toEqual({ code: 1, lines: [line] });
    const again = start(env);
    expect((await fetch(`${await again.address}/one`)).status).toBe(200);
  });

  test('runs on a given PostgreSQL, where the data folder needs no lock', async () => {
    const db = await createTestDatabase({ isEmpty: true });
    const env = { DATABASE_URL: db.url, AUTH_SECRET: 'x'.repeat(32), DATA_KEY: testDataKey };
    const replicas = [start(env), start(env)];
    for (const { address } of replicas) expect((await fetch(`${await address}/one`)).status).toBe(200);
    for (const { child, ended } of replicas) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
    await db.drop();
  });

  test.skipIf(process.platform === 'win32')(
    'nothing in the data folder can be read by other users',
    async () => {
      const server = start();
      await server.address;
      expect(statSync(data.path).mode & 0o066).toBe(0);
      const open = readdirSync(data.path).filter((name) => statSync(join(data.path, name)).mode & 0o077);
      expect(open).toEqual([]);
    },
  );
});
