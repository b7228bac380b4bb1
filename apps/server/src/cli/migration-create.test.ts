import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { MIGRATION_SETTINGS } from '../database/migration-settings.ts';
import { createTestDatabase, query, type TestDatabase } from '../testing/processes/cluster.ts';
import { makeMigrationsFolder } from '../testing/processes/temporary-folder.ts';
import { createMigration } from './migration-create.ts';

let folder: ReturnType<typeof makeMigrationsFolder>;
let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
  folder = makeMigrationsFolder();
  cpSync(MIGRATION_SETTINGS.path, folder.path, { recursive: true });
});
afterEach(async () => {
  folder.remove();
  await db.drop();
});

interface Snapshot {
  tables: { name: string; columns: Record<string, { generated?: string }> }[];
}

const readSnapshot = () => readFileSync(join(folder.path, 'snapshot.json'), 'utf8');

function changeSnapshot(change: (snapshot: Snapshot) => void) {
  const snapshot: Snapshot = JSON.parse(readSnapshot());
  change(snapshot);
  writeFileSync(join(folder.path, 'snapshot.json'), JSON.stringify(snapshot, null, 2));
}

const forgetTable = (name: string) =>
  changeSnapshot((snapshot) => {
    snapshot.tables = snapshot.tables.filter((table) => table.name !== name);
  });

const create = async (name: string) => (await createMigration(name, db.connection, folder.path))?.file;

test('migrating rewrites neither the snapshot nor any other file', async () => {
  forgetTable('uploads');
  const before = readSnapshot();
  const empty = await createTestDatabase({ isEmpty: true });

  await migrate(empty.connection, folder.path);
  await empty.drop();

  expect(readSnapshot()).toBe(before);
  expect(readdirSync(folder.path)).toEqual(readdirSync(MIGRATION_SETTINGS.path));
});

test('writes the next migration and its snapshot, and nothing when nothing changed', async () => {
  expect(await create('no-change')).toBeUndefined();
  forgetTable('uploads');
  await query(db.connection, 'drop table uploads');

  const file = (await create('add-uploads')) ?? '';

  expect(file).toMatch(/\/\d{4}-add-uploads\.ts$/);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('export class AddUploads extends Migration');
  expect(text).toContain('this.addSql(`create table "uploads"');
  expect(JSON.parse(readSnapshot())).toEqual(
    JSON.parse(readFileSync(join(MIGRATION_SETTINGS.path, 'snapshot.json'), 'utf8')),
  );
});

const readIndexes = (database: TestDatabase) =>
  query(
    database.connection,
    `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
  );

test('a migration that changes generated columns makes their indexes again', async () => {
  const before = await readIndexes(db);
  const changed: string[] = [];
  changeSnapshot(({ tables }) => {
    for (const { name, columns } of tables)
      for (const [column, settings] of Object.entries(columns))
        if (settings.generated) {
          settings.generated = "('formula of before') stored";
          changed.push(`${name}.${column}`);
        }
  });
  expect(changed).toEqual(
    expect.arrayContaining([
      'registrations.reference',
      ...['registrations', 'donations', 'posts', 'gallery_items', 'certificates'].map(
        (name) => `${name}.search`,
      ),
    ]),
  );

  const text = readFileSync((await create('formulas')) ?? '', 'utf8');

  for (const column of changed)
    expect(text).toMatch(new RegExp(`alter table "${column.replace('.', '" .*drop column "')}"`));
  const migrated = await createTestDatabase();
  await migrate(migrated.connection, folder.path);
  expect(await readIndexes(migrated)).toEqual(before);
  await migrated.drop();
  expect(await create('no-change')).toBeUndefined();
});

test('names the fault of statements that do not run yet', async () => {
  forgetTable('uploads');

  const written = await createMigration('add-uploads', db.connection, folder.path);

  expect(written?.fault).toBe('relation "uploads" already exists');
});
