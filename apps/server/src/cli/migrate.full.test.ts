import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/processes/cluster.ts';
import { runCommand } from '../testing/processes/command.ts';
import { makeDatabaseSettings } from '../testing/processes/server-process.ts';
import { makeTemporaryFolder } from '../testing/processes/temporary-folder.ts';

let to: TestDatabase;
let folder: ReturnType<typeof makeTemporaryFolder>;
beforeEach(async () => {
  to = await createTestDatabase({ isEmpty: true });
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await to.drop();
  folder.remove();
});
const migrate = (...words: string[]) =>
  runCommand('migrate', words, { DATA_DIR: folder.path, ...makeDatabaseSettings(to.url) });

test('migrates an empty database, names what it did, and then finds nothing to do', async () => {
  const first = await migrate();
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(/^Migrated:\n( {2}\S+ {2}\d+ ms\n)+$/);
  expect(await migrate()).toMatchObject({ code: 0, stderr: '', stdout: 'The database is up to date.\n' });
  expect(await migrate('now')).toMatchObject({ code: 1, stderr: 'Usage: npm run migrate\n' });
});
