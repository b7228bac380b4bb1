import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningServer } from '@institute/embedded-postgres';
import { describe, expect, test } from 'vitest';
import { makeDataKeys, parseKeys, sealText } from './crypto/data-keys.ts';
import { createTestDatabase, query } from './testing/processes/cluster.ts';
import { makeDatabaseSettings, testDataKey } from './testing/processes/server-process.ts';
import { logEntries, useStarts } from './testing/processes/starts.ts';

const { dataDir, start, refusal, onUsedFolder, onNewFolder } = useStarts();

function never(): never {
  throw new Error('The key of the tests is wrong.');
}

describe('on a used data folder', () => {
  onUsedFolder();

  test('says PUBLIC_URL, where people find the site, and warns of a setting of traces that it cannot use', async () => {
    const server = start({ PUBLIC_URL: 'https://www.example.org', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    expect(await server.address).toBe('https://www.example.org');
    const msg = expect.stringMatching(/^OTEL_EXPORTER_OTLP_PROTOCOL must be .*; http\/protobuf is used\.$/);
    await expect.poll(() => logEntries(server)).toContainEqual(expect.objectContaining({ level: 40, msg }));
  });

  test('a rejection that nobody handles does not end the process', async () => {
    const server = start();
    const address = await server.address;
    await fetch(`${address}/rejecting`);
    expect((await fetch(`${address}/one`)).status).toBe(200);
  });

  test('until SIGTERM closes it, the process answers, ends each connection, and is not ready', async () => {
    const server = start({}, 'testing/app/without-pages.ts', ['--grace']);
    const address = await server.address;
    const ready = () => fetch(`${address}/readyz`);
    const before = await ready();
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);

    server.child.kill('SIGTERM');
    await expect.poll(async () => (await ready()).status).toBe(503);
    const read = await fetch(`${address}/api/v1/programs`);
    expect([read.status, read.headers.get('connection')]).toEqual([200, 'close']);
    server.child.stdin?.end();
    expect(await server.ended).toBe(0);
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
});

describe('on a new data folder', () => {
  onNewFolder();

  test('in development, serves both apps, and starts again only after a change', async () => {
    const server = start({}, 'main.ts', ['--dev']);
    const address = await server.address;
    for (const path of ['/programs', '/admin/login']) {
      expect((await fetch(`${address}${path}`)).status).toBe(200);
    }
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.output().stdout.match(/The site is at/g)).toHaveLength(1);
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
    const keys = makeDataKeys(parseKeys(testDataKey, ',') ?? never());
    await query(
      findRunningServer(dataDir()) ?? {},
      `insert into registrations (first_name, last_name, email, phone, consent, medical)
       values ('Ann', 'Example', 'ann@example.org', '0700', true, $1)`,
      [sealText(keys, 'Asthma', 'row')],
    );
    server.child.kill('SIGTERM');
    await server.ended;

    const { code, lines } = await refusal({});
    const line = expect.stringMatching(
      /^Health answers, secrets of two-step sign-in, secrets of webhooks, the key of fingerprints, or the keys that sign certificates in the database are encrypted with the data key [\da-f]{8}, which is not in .*data-key: /,
    );
    expect({ code, lines }).toEqual({ code: 1, lines: [line] });
    const again = start(env);
    expect((await fetch(`${await again.address}/one`)).status).toBe(200);
  });

  test('runs on a given PostgreSQL, where the data folder needs no lock', async () => {
    const db = await createTestDatabase({ isEmpty: true });
    const env = makeDatabaseSettings(db.url);
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
      expect(statSync(dataDir()).mode & 0o066).toBe(0);
      const open = readdirSync(dataDir()).filter((name) => statSync(join(dataDir(), name)).mode & 0o077);
      expect(open).toEqual([]);
    },
  );
});
