import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../database/migrate.ts';
import { MIGRATION_SETTINGS } from '../../database/migration-settings.ts';
import { createTestDatabase, type TestDatabase } from './cluster.ts';
import { makeMigrationsFolder } from './temporary-folder.ts';

/** A database as the version before this migration left it. */
export async function createOlderDatabase(before: string): Promise<TestDatabase> {
  const db = await createTestDatabase({ isEmpty: true });
  await migrateUntil(db, before);
  return db;
}

/** Runs the migrations before this one. */
export async function migrateUntil(
  { connection }: Pick<TestDatabase, 'connection'>,
  before: string,
): Promise<void> {
  const folder = makeMigrationsFolder();
  const files = readdirSync(MIGRATION_SETTINGS.path).filter((name) => name.endsWith('.ts') && name < before);
  for (const name of files) cpSync(join(MIGRATION_SETTINGS.path, name), join(folder.path, name));
  await migrate(connection, folder.path);
  folder.remove();
}
