import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { errorCode } from '../start-error.ts';
import { MIGRATIONS } from './migration-settings.ts';

/** Any number that nobody else on the database uses. */
const LOCK_KEY = 7_240_518_391;
const UNDEFINED_TABLE = '42P01';

/** Brings the database up to date. Processes that start together wait for the first of them. */
export async function migrate(connection: pg.ClientConfig, folder: string = MIGRATIONS.path): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'institute migrate' });
  // a connection that is lost while it only holds the lock fails the migrations themselves
  client.on('error', () => {});
  await client.connect();
  try {
    if (await isUpToDate(client, folder)) return;
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    if (await isUpToDate(client, folder)) return;
    await runPending(connection, folder);
  } finally {
    // the lock ends with its connection
    await client.end();
  }
}

/** Asked before the migrator is loaded, which nearly every start can do without. */
async function isUpToDate(client: pg.Client, folder: string): Promise<boolean> {
  const done = new Set(await executed(client));
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return files.every((name) => done.has(name.replace(/\.ts$/, '')));
}

async function executed(client: pg.Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS.tableName}`);
    return rows.map((row) => row.name);
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

async function runPending(connection: pg.ClientConfig, folder: string): Promise<void> {
  const [{ Migrator }, { openOrm }] = await Promise.all([
    import('@mikro-orm/migrations'),
    import('./orm.ts'),
  ]);
  // a migration may take longer than a request may
  const orm = openOrm({ ...connection, statement_timeout: 0 }, [], {
    migrations: { ...MIGRATIONS, path: folder },
  });
  try {
    await new Migrator(orm.em).up();
  } finally {
    await orm.close(true);
  }
}
