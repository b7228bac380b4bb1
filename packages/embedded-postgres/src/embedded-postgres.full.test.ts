import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type EmbeddedServer,
  findRunningServer,
  type PostgresConnection,
  startEmbedded,
} from './embedded-postgres.ts';
import { killAndAwaitRestart, makeDataDir, queryServer } from './testing/server.ts';
import { isProcessOfRoot } from './user.ts';

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

async function startIn(dataDir: string): Promise<PostgresConnection> {
  makeDataDir(dataDir);
  server = await startEmbedded({ dataDir });
  return server.connection;
}

test('starts in a folder whose path is too long for a socket, and removes its scratch folder', async () => {
  const dataDir = join(base, 'a-folder-with-a-long-name'.repeat(4), 'and-another-one'.repeat(3), 'data');
  const connection = await startIn(dataDir);
  expect(await queryServer(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server?.stop();
  expect(existsSync(connection.host)).toBe(false);
});

test.runIf(isProcessOfRoot)(
  'starts, and starts again after it died, below a folder that other users cannot enter',
  async () => {
    const home = join(base, 'home');
    mkdirSync(home, { mode: 0o700 });
    const dataDir = join(home, 'checkout', 'data');

    const connection = await startIn(dataDir);
    await killAndAwaitRestart(dataDir, connection);

    await server?.stop();
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(existsSync(connection.host)).toBe(false);
  },
);

test.runIf(isProcessOfRoot)('a user without a name is told what is missing, in one line', async () => {
  const dataDir = join(base, 'data');
  makeDataDir(dataDir);
  // Root starts the server as the owner of this folder
  mkdirSync(join(dataDir, 'postgres'));
  chownSync(join(dataDir, 'postgres'), 54_321, 54_321);
  await expect(startEmbedded({ dataDir })).rejects.toMatchObject({
    code: 'USER_WITHOUT_NAME',
    message:
      'The embedded PostgreSQL needs a user with a name, and user ID 54321 has none: add it to /etc/passwd, or start as another user.',
  });
});

test('keeps its data, although the process id in its lock file now belongs to another process', async () => {
  const dataDir = join(base, 'data');
  await queryServer(await startIn(dataDir), 'create table kept as select 42 as it');
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await server?.stop();
  expect(findRunningServer(dataDir)).toBeUndefined();

  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
  if (isProcessOfRoot) chownLike(join(dataDir, 'postgres'), pidFile);
  expect(await queryServer(await startIn(dataDir), 'select it from kept')).toEqual([{ it: 42 }]);
});

test('refuses a folder named postgres without a cluster, and does not change it', async () => {
  const foreign = join(base, 'data', 'postgres');
  mkdirSync(foreign, { recursive: true });
  writeFileSync(join(foreign, 'notes.txt'), 'mine');

  await expect(startIn(join(base, 'data'))).rejects.toMatchObject({
    code: 'NOT_A_CLUSTER',
    message: expect.stringContaining('postgres is there but holds no PostgreSQL cluster'),
  });
  expect(readdirSync(foreign)).toEqual(['notes.txt']);
});

test('reports why PostgreSQL refused to start', async () => {
  const dataDir = join(base, 'data');
  makeDataDir(dataDir);
  const started = startEmbedded({ dataDir, settings: { shared_buffers: 'plenty' } });
  await expect(started).rejects.toMatchObject({
    code: 'START_FAILED',
    message: expect.stringContaining('shared_buffers'),
  });
});

function chownLike(model: string, file: string): void {
  const { uid, gid } = statSync(model);
  chownSync(file, uid, gid);
}
