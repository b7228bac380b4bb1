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

export type OnMigrated = (migrations: readonly { name: string; ms: number }[]) => void;

/** When processes start together, one migrates and the others wait. */
export const migrate = (
  connection: pg.ClientConfig,
  folder: string = MIGRATION_SETTINGS.path,
  onMigrated: OnMigrated = () => {},
): Promise<void> =>
  withClient(connection, 'migrate', async (client) => {
    if (await isUpToDate(client, folder)) return;
    await runUnderLock(connection, LOCK_KEY, async () => {
      if (!(await isUpToDate(client, folder))) await runPending(connection, folder, onMigrated);
    });
  });

/** The migrator is slow to load and rarely needed. */
async function isUpToDate(client: pg.Client, folder: string): Promise<boolean> {
  const executed = await listExecuted(client);
  if (executed.length === 0) await refuseOtherEncoding(client);
  const { pending, unknown } = compareMigrations(executed, await listFiles(folder));
  if (unknown.length > 0) {
    throw new StartError(
      `A newer version of the product has migrated the database (${unknown.join(', ')}): start that version, or restore a backup that this one made.`,
    );
  }
  return pending.length === 0;
}

/** In SQL_ASCII, which `initdb` makes with locale C, searches do not know capital letters and lengths count bytes. */
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
 * `pending`: migrations that the database lacks. `unknown`: migrations that this version lacks. A running
 * process has neither until its files are replaced, or until a newer process starts next to it.
 */
export async function openMigrations(em: EntityManager): Promise<{ pending: string[]; unknown: string[] }> {
  const rows = await readRows(em, { name: text })(`SELECT name FROM ${MIGRATION_SETTINGS.tableName}`);
  return compareMigrations(
    rows.map(({ name }) => name),
    await listFiles(MIGRATION_SETTINGS.path),
  );
}

function compareMigrations(executed: string[], files: string[]) {
  const done = new Set(executed);
  const known = new Set(files);
  return {
    pending: [...known].filter((name) => !done.has(name)).sort(),
    unknown: [...done].filter((name) => !known.has(name)).sort(),
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.replace(/\.ts$/, ''));
}

async function listExecuted(client: pg.Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATION_SETTINGS.tableName}`);
    return rows.map((row) => row.name);
  } catch (error) {
    if (readErrorCode(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

async function runPending(connection: pg.ClientConfig, folder: string, onMigrated: OnMigrated) {
  const [{ Migrator }, { openOrm }] = await Promise.all([
    import('@mikro-orm/migrations'),
    import('./orm.ts'),
  ]);
  // Migrations may run longer than requests
  const orm = openOrm({ ...connection, ...withoutServerTimeouts, query_timeout: 0 }, [], {
    migrations: { ...MIGRATION_SETTINGS, path: folder },
  });
  try {
    const migrator = new Migrator(orm.em);
    const done: { name: string; ms: number }[] = [];
    let startedAt = 0;
    migrator.on('migrating', () => {
      startedAt = performance.now();
    });
    migrator.on('migrated', ({ name }) => {
      done.push({ name, ms: performance.now() - startedAt });
    });
    await migrator.up();
    onMigrated(done);
  } finally {
    await orm.close(true);
  }
}

/** On the caller's connection, in its transaction. Runs what is pending, of `names` if they are given. */
export async function migrateWithin(client: pg.Client, names?: readonly string[]): Promise<void> {
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
        const heldClient = Object.assign(client, { release: () => {} });
        pool.connect = async () => heldClient;
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
 * Only one process at a time runs work under the same key. The lock belongs to a transaction: behind a pooler
 * a session's lock would outlive its owner.
 */
export const runUnderLock = (connection: pg.ClientConfig, key: number, work: () => Promise<void>) =>
  withClient(connection, 'lock', async (client) => {
    await client.query('BEGIN');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [key]);
    await work();
    await client.query('COMMIT');
  });
