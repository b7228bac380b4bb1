import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATION_SETTINGS } from './database/migration-settings.ts';
import { isRunning, readDatabasePid } from './testing/processes/server-process.ts';
import { logEntries, useStarts } from './testing/processes/starts.ts';

const { dataDir, start, refusal } = useStarts();

// The first start on the folder
test('logs the migrations and their time in one line, and a second start none', async () => {
  const first = start();
  await first.address;
  const names = readdirSync(MIGRATION_SETTINGS.path).filter((name) => name.endsWith('.ts'));
  const migrated = (server: typeof first) => logEntries(server).filter(({ msg }) => msg === 'migrated');
  expect(migrated(first)).toEqual([
    expect.objectContaining({
      migrations: names.length,
      last: names.sort().at(-1)?.replace('.ts', ''),
      ms: expect.any(Number),
    }),
  ]);
  first.child.kill('SIGTERM');
  await first.ended;

  const second = start();
  await second.address;
  expect(migrated(second)).toEqual([]);
});

test('says its address and its data folder, and answers there also after a rejection nobody handles', async () => {
  const server = start({ LOG_LEVEL: 'silent' });
  const address = await server.address;
  expect(logEntries(server)).toMatchObject([
    { msg: `The site is at ${address}`, listens: address.replace('http://localhost', '127.0.0.1') },
    { msg: `Its data is in ${dataDir}` },
  ]);
  await fetch(`${address}/rejecting`);
  expect(await (await fetch(`${address}/one`)).json()).toEqual([{ one: 1 }]);
});

test('SIGTERM lets the request in flight finish, stops the database, and leaves only private files', async () => {
  const server = start();
  const address = await server.address;
  const database = readDatabasePid(dataDir);
  expect(isRunning(database)).toBe(true);

  const slow = fetch(`${address}/slow`);
  await fetch(`${address}/one`);
  server.child.kill('SIGTERM');

  expect(await (await slow).json()).toEqual([{ one: 1 }]);
  expect(await server.ended).toBe(0);
  expect(isRunning(database)).toBe(false);
  expect(readdirSync(dataDir).sort()).toEqual([
    'auth-secret',
    'data-key',
    'institute.lock',
    'postgres',
    'postgres.log',
    'run',
  ]);
  const isForOthers = (name: string) => statSync(join(dataDir, name)).mode & 0o077;
  expect(statSync(dataDir).mode & 0o066).toBe(0);
  expect(readdirSync(dataDir).filter(isForOthers)).toEqual([]);
});

test('a second process on the data folder names the first and ends', async () => {
  const first = start();
  const address = await first.address;

  const second = await refusal({ PORT: new URL(address).port });

  expect(second).toEqual({
    code: 1,
    lines: [`The data folder ${dataDir} is already in use by process ${first.pid}.`],
    stdout: '',
  });
  expect((await fetch(`${address}/one`)).status).toBe(200);
});
