import { readdir } from 'node:fs/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { readErrorCode, StartError } from '../errors.ts';
import { readRows, text } from '../sql.ts';
import { withClient } from './client.ts';
import { MIGRATION_SETTINGS } from './migration-settings.ts';
import { withoutServerTimeouts } from './pooler.ts';

/** Key of the advisory lock. Nothing else on the database uses it. */
export const LOCK_KEY = 7_240_518_391;
const UNDEFINED_TABLE = '42P01';

export type MigrationsListener = (migrations: readonly { name: string; ms: number }[]) => void;

/** Migrates the database. When several processes start together, one migrates and the others wait. */
export const migrate = (
  connection: pg.ClientConfig,
  folder: string = MIGRATION_SETTINGS.path,
  onMigrated: MigrationsListener = () => {},
): Promise<void> =>
  withClient(connection, 'migrate', async (client) => {
    if (await isUpToDate(client, folder)) return;
    await runUnderLock(connection, LOCK_KEY, async () => {
      if (!(await isUpToDate(client, folder))) await runPendingMigrations(connection, folder, onMigrated);
    });
  });

/** True when no migration is missing. Checked without the migrator, which is slow to load and rarely needed. */
async function isUpToDate(client: pg.Client, folder: string): Promise<boolean> {
  const executedNames = await listExecutedMigrations(client);
  if (executedNames.length === 0) await refuseOtherEncoding(client);
  const { pending, unknown } = compareMigrations(executedNames, await listMigrationFiles(folder));
  if (unknown.length > 0) {
    throw new StartError(
      `A newer version of the product has migrated the database (${unknown.join(', ')}): start that version, or restore a backup that this one made.`,
    );
  }
  return pending.length === 0;
}

/**
 * Refuses a database in SQL_ASCII, which `initdb` makes with locale C: searches would not know capital letters, and
 * lengths would count bytes.
 */
async function refuseOtherEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    `SELECT current_setting('server_encoding') AS encoding`,
  );
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new StartError(
    `The database ${client.database} has the encoding ${encoding} and must have UTF8: make it with CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0.`,
  );
}

/**
 * Compares the database with the files of this version. `pending` are migrations that the database lacks, `unknown`
 * those that this version lacks. Neither exists while a process runs, until its files are replaced or a newer process
 * starts.
 */
export async function readOpenMigrations(
  em: EntityManager,
): Promise<{ pending: string[]; unknown: string[] }> {
  const executedMigrationRows = await readRows(em, { name: text })(
    `SELECT name FROM ${MIGRATION_SETTINGS.tableName}`,
  );
  return compareMigrations(
    executedMigrationRows.map(({ name }) => name),
    await listMigrationFiles(MIGRATION_SETTINGS.path),
  );
}

function compareMigrations(executed: string[], files: string[]) {
  const executedSet = new Set(executed);
  const fileNames = new Set(files);
  return {
    pending: [...fileNames].filter((name) => !executedSet.has(name)).sort(),
    unknown: [...executedSet].filter((name) => !fileNames.has(name)).sort(),
  };
}

async function listMigrationFiles(folder: string): Promise<string[]> {
  const folderFileNames = await readdir(folder);
  return folderFileNames
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.replace(/\.ts$/, ''));
}

async function listExecutedMigrations(client: pg.Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATION_SETTINGS.tableName}`);
    return rows.map((row) => row.name);
  } catch (error) {
    if (readErrorCode(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

async function runPendingMigrations(
  connection: pg.ClientConfig,
  folder: string,
  onMigrated: MigrationsListener,
) {
  const [{ Migrator }, { openOrm }] = await Promise.all([
    import('@mikro-orm/migrations'),
    import('./orm.ts'),
  ]);
  // Migrations may take longer than the time limits of requests
  const orm = openOrm({ ...connection, ...withoutServerTimeouts, query_timeout: 0 }, [], {
    migrations: { ...MIGRATION_SETTINGS, path: folder },
  });
  try {
    const migrator = new Migrator(orm.em);
    const doneMigrations: { name: string; ms: number }[] = [];
    let startedAt = 0;
    migrator.on('migrating', () => {
      startedAt = performance.now();
    });
    migrator.on('migrated', ({ name }) => {
      doneMigrations.push({ name, ms: performance.now() - startedAt });
    });
    await migrator.up();
    onMigrated(doneMigrations);
  } finally {
    await orm.close(true);
  }
}

/** Runs pending migrations in the caller's transaction, on the caller's connection. With `names` only those are run. */
export async function migrateWithClient(client: pg.Client, names?: readonly string[]): Promise<void> {
  const [{ Migrator }, { MikroORM }] = await Promise.all([
    import('@mikro-orm/migrations'),
    import('@mikro-orm/postgresql'),
  ]);
  const orm = new MikroORM({
    dbName: client.database,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    migrations: { ...MIGRATION_SETTINGS, transactional: false },
    driverOptions: {
      onPoolCreated: (pool: pg.Pool) => {
        const clientNeverReleased = Object.assign(client, { release: () => {} });
        pool.connect = async () => clientNeverReleased;
      },
    },
  });
  try {
    await new Migrator(orm.em).up(names && { migrations: [...names] });
  } finally {
    await orm.close(true);
  }
}

/**
 * Runs work under a lock: only one process at a time works under the same key. The lock belongs to a transaction,
 * because a pooler would keep a session's lock after its owner has gone.
 */
export const runUnderLock = (connection: pg.ClientConfig, key: number, work: () => Promise<void>) =>
  withClient(connection, 'lock', async (client) => {
    await client.query('BEGIN');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [key]);
    await work();
    await client.query('COMMIT');
  });
