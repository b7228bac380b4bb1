import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entities } from '../composition/entities.ts';
import { loadConfig } from '../config/config.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { createTestDatabase, query } from '../testing/processes/cluster.ts';
import { runCommand } from '../testing/processes/command.ts';
import { makeScratchDataDir, testDataKey } from '../testing/processes/server-process.ts';

const isRoot = process.getuid?.() === 0;
const SOMEBODY = 65_534;

let data: ReturnType<typeof makeScratchDataDir>;
beforeEach(() => {
  data = makeScratchDataDir();
});
afterEach(() => data.remove());

const oneLine = (text: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(text) });
const run = (name: string, ...words: string[]) =>
  runCommand(name, words, { DATA_DIR: data.path }, 'a phrase not yet guessed');

test.each<[string, ...string[]]>([
  ['backup', 'backup.gz'],
  ['data-key-rotate'],
  ['sessions-end'],
  ['move', '--database', 'postgresql://127.0.0.1:1/institute'],
  ['admin-create', '--email', 'jane@example.org', '--reset'],
])('%s finds nothing to work on in a folder without an installation, and leaves it so', async (...call) => {
  expect(await run(...call)).toEqual(
    oneLine(new RegExp(`^There is no installation in ${data.path}; set DATA_DIR\\.\n$`)),
  );
  expect(readdirSync(data.path)).toEqual([]);
});

describe.runIf(isRoot)('as root, on the data folder of another user', () => {
  beforeEach(() => chownSync(data.path, SOMEBODY, SOMEBODY));

  const refused = oneLine(
    /^The data folder [^\n]* belongs to the user 65534, who could not read what root writes: run the command as that user\.\n$/,
  );

  test('a command that writes into it is refused, and changes nothing', async () => {
    mkdirSync(join(data.path, 'postgres'));
    for (const name of ['auth-secret', 'data-key', 'institute.lock', 'postgres/PG_VERSION']) {
      writeFileSync(join(data.path, name), 'as it was');
      chownSync(join(data.path, name), SOMEBODY, SOMEBODY);
    }
    const before = readdirSync(data.path);

    expect(await run('data-key-rotate')).toEqual(refused);
    expect(await run('restore', join(data.path, 'backup.gz'))).toEqual(refused);
    expect(readdirSync(data.path)).toEqual(before);
  });

  test('a command that would make a new installation in it is refused', async () => {
    expect(await run('admin-create', '--email', 'jane@example.org')).toEqual(refused);
    expect(readdirSync(data.path)).toEqual([]);
  });

  test('a product that itself runs as root keeps its commands', async () => {
    loadConfig({ DATA_DIR: data.path }, []);
    writeFileSync(join(data.path, 'institute.lock'), '');
    expect(await run('restore', join(data.path, 'backup.gz'))).toEqual(
      oneLine(/^Nothing was restored from [^\n]*: there is no such file\.\n$/),
    );
    expect(existsSync(join(data.path, 'postgres'))).toBe(true);
  });
});

const MAKE_OLDER = `drop table backups; delete from mikro_orm_migrations where name = '0027-backups'`;
const NEWER = `select name from mikro_orm_migrations where name = '0027-backups'`;

test('a command of a newer version changes nothing under the running product', async () => {
  const running = await openDatabase(loadConfig({ DATA_DIR: data.path }, []), async () => entities);
  await migrate(running.connection);
  await query(running.connection, MAKE_OLDER);

  expect(await run('backup', join(data.path, 'b.gz'))).toEqual(
    oneLine(/^The running product is of an older version, or still starts: it lacks 0027-backups\. Stop it/),
  );
  expect(await query(running.connection, NEWER)).toEqual([]);
  await running.close();
});

test('a backup of a given database does not migrate it', async () => {
  const db = await createTestDatabase();
  const settings = { DATA_DIR: data.path, DATABASE_URL: db.url };
  const backup = () =>
    runCommand('backup', [join(data.path, 'b.gz')], {
      ...settings,
      AUTH_SECRET: 'x'.repeat(32),
      DATA_KEY: testDataKey,
    });
  await query(db.connection, MAKE_OLDER);

  expect(await backup()).toMatchObject({ code: 0, stderr: '' });
  expect(await query(db.connection, NEWER)).toEqual([]);

  await query(db.connection, 'drop table mikro_orm_migrations');
  expect(await backup()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no installation in the database of DATABASE_URL.\n',
  });
  await db.drop();
});
