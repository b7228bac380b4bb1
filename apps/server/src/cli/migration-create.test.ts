import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { MIGRATION_SETTINGS } from '../database/migration-settings.ts';
import { createTestDatabase, type TestDatabase } from '../testing/processes/cluster.ts';
import { makeMigrationsFolder } from '../testing/processes/temporary-folder.ts';
import { createMigration } from './migration-create.ts';

let folder: ReturnType<typeof makeMigrationsFolder>;
let db: TestDatabase | undefined;
beforeEach(() => {
  folder = makeMigrationsFolder();
  cpSync(MIGRATION_SETTINGS.path, folder.path, { recursive: true });
});
afterEach(async () => {
  folder.remove();
  await db?.drop();
  db = undefined;
});

const snapshot = () => readFileSync(join(folder.path, 'snapshot.json'), 'utf8');

function forgetTable(name: string) {
  const { tables, ...rest } = JSON.parse(snapshot());
  const others = tables.filter((table: { name: string }) => table.name !== name);
  writeFileSync(join(folder.path, 'snapshot.json'), JSON.stringify({ ...rest, tables: others }, null, 2));
}

test('migrating rewrites neither the snapshot nor any other file', async () => {
  forgetTable('uploads');
  const before = snapshot();
  db = await createTestDatabase({ isEmpty: true });

  await migrate(db.connection, folder.path);

  expect(snapshot()).toBe(before);
  expect(readdirSync(folder.path)).toEqual(readdirSync(MIGRATION_SETTINGS.path));
});

test('writes the next migration and its snapshot, and nothing when nothing changed', async () => {
  expect(await createMigration('no-change', folder.path)).toBeUndefined();
  forgetTable('uploads');

  const file = (await createMigration('add-uploads', folder.path)) ?? '';

  expect(file).toMatch(/\/\d{4}-add-uploads\.ts$/);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('export class AddUploads extends Migration');
  expect(text).toContain('this.addSql(`create table "uploads"');
  expect(JSON.parse(snapshot())).toEqual(
    JSON.parse(readFileSync(join(MIGRATION_SETTINGS.path, 'snapshot.json'), 'utf8')),
  );
  expect(await createMigration('no-change', folder.path)).toBeUndefined();
});
