import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entities } from '../composition/entities.ts';
import { loadConfig } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { createTestDatabase, query } from '../testing/cluster.ts';
import { runCommand } from '../testing/command.ts';
import { scratchDataDir, testDataKey } from '../testing/server-process.ts';

let data: ReturnType<typeof scratchDataDir>;
beforeEach(() => {
  data = scratchDataDir();
});
afterEach(() => data.remove());

const MAKE_OLDER = `drop table backups; delete from mikro_orm_migrations where name = '0027-backups'`;
const NEWER = `select name from mikro_orm_migrations where name = '0027-backups'`;

test('a command of a newer version changes nothing under the running product', async () => {
  const running = await openDatabase(loadConfig({ DATA_DIR: data.path }, []), async () => entities);
  await migrate(running.connection);
  await query(running.connection, MAKE_OLDER);

  expect(await runCommand('backup', [join(data.path, 'b.gz')], { DATA_DIR: data.path })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The running product is of an older version, or still starts: it lacks 0027-backups. Stop it first, or use its code.\n',
  });
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
