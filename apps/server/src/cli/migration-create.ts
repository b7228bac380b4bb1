import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@institute/embedded-postgres';
import { Migrator } from '@mikro-orm/migrations';
import type pg from 'pg';
import { entities } from '../composition/entities.ts';
import { prepareDataDir } from '../crypto/data-dir.ts';
import { withClient } from '../database/client.ts';
import { migrate } from '../database/migrate.ts';
import { MIGRATION_SETTINGS } from '../database/migration-settings.ts';
import { openOrm } from '../database/orm.ts';
import { readSchemaDifference } from './schema-difference.ts';

const USAGE = 'Usage: npm run migration -- name-of-the-change';

interface WrittenMigration {
  file: string;
  /** The database's message, when the statements cannot run without changes. */
  fault?: string;
}

/**
 * Writes a migration with the changes of the entities since the snapshot. Adds what a database would still lack after
 * that, such as the indexes that PostgreSQL drops together with a column. `connection` leads to an empty database,
 * which gets all migrations and then the changes. Returns undefined when there is nothing to change.
 */
export async function createMigration(
  name: string,
  connection: pg.ClientConfig,
  folder: string = MIGRATION_SETTINGS.path,
): Promise<WrittenMigration | undefined> {
  await migrate(connection, folder);
  const fileName = `${findNextNumber(folder)}-${name}`;
  const migrationStatements = await writeSnapshot(folder, fileName);
  let failedStatementMessage: string | undefined;
  try {
    await withClient(connection, 'migration', (client) => client.query(migrationStatements.join('\n')));
    migrationStatements.push(...(await readSchemaDifference(connection)));
  } catch (error) {
    failedStatementMessage = error instanceof Error ? error.message : String(error);
  }
  if (migrationStatements.length === 0) return undefined;
  const migrationFilePath = join(folder, `${fileName}.ts`);
  writeFileSync(migrationFilePath, formatMigration(name, migrationStatements));
  return { file: migrationFilePath, fault: failedStatementMessage };
}

/**
 * Returns the statements for the changes since the last snapshot. MikroORM also writes them to the file, which the
 * caller replaces.
 */
async function writeSnapshot(folder: string, fileName: string): Promise<string[]> {
  const orm = openOrm({ database: 'none' }, entities, {
    migrations: { ...MIGRATION_SETTINGS, path: folder, fileName: () => fileName },
  });
  try {
    return (await new Migrator(orm.em).create()).diff.up;
  } finally {
    await orm.close(true);
  }
}

function formatMigration(name: string, statements: string[]): string {
  const className = name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  const addSqlLines = statements.map(
    (sql) => sql && `    this.addSql(\`${sql.replace(/[`$\\]/g, '\\$&')}\`);`,
  );
  return `import { Migration } from '@mikro-orm/migrations';

export class ${className} extends Migration {
  override up(): void {
${addSqlLines.join('\n')}
  }
}
`;
}

function findNextNumber(folder: string): string {
  const migrationNumbers = readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0);
  return String(Math.max(0, ...migrationNumbers) + 1).padStart(4, '0');
}

async function withEmptyDatabase<T>(work: (connection: pg.ClientConfig) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'institute-migration-'));
  prepareDataDir(dataDir);
  const temporaryServer = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  try {
    return await work(temporaryServer.connection);
  } finally {
    await temporaryServer.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function describeResult(written: WrittenMigration | undefined): string {
  if (!written) return 'The migrations match the entities.';
  const { file, fault } = written;
  if (!fault) return `Wrote ${file}. Read it before you commit it.`;
  return `Wrote ${file}, but PostgreSQL refuses it: ${fault}. Put it right, then run this command again, which writes what is missing after it.`;
}

if (import.meta.main) {
  const [name, ...more] = process.argv.slice(2);
  if (!name || more.length > 0 || !/^[a-z\d]+(-[a-z\d]+)*$/.test(name)) {
    console.error(USAGE);
    process.exitCode = 1;
  } else {
    const writtenMigration = await withEmptyDatabase((connection) => createMigration(name, connection));
    if (writtenMigration)
      spawnSync('biome', ['format', '--write', writtenMigration.file], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    console.info(describeResult(writtenMigration));
  }
}
