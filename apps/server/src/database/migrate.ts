import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { errorCode } from '../node-error.ts';
import { underLock } from './advisory-lock.ts';
import { MIGRATIONS } from './migration-settings.ts';
import { withoutServerTimeouts } from './pooler.ts';

/** The key of the advisory lock. Nothing else on the database uses it. */
const LOCK_KEY = 7_240_518_391;
const UNDEFINED_TABLE = '42P01';

/** Runs the pending migrations. Of processes that start together, one runs them and the others wait. */
export async function migrate(connection: pg.ClientConfig, folder: string = MIGRATIONS.path): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'institute migrate' });
  // if this connection is lost, the migrations fail by themselves
  client.on('error', () => {});
  await client.connect();
  try {
    if (await isUpToDate(client, folder)) return;
    await underLock(connection, LOCK_KEY, async () => {
      if (!(await isUpToDate(client, folder))) await runPending(connection, folder);
    });
  } finally {
    await client.end();
  }
}

/** Checks without the migrator, which is slow to load and rarely needed. */
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
  // migrations may run longer than requests
  const orm = openOrm({ ...connection, ...withoutServerTimeouts, query_timeout: 0 }, [], {
    migrations: { ...MIGRATIONS, path: folder },
  });
  try {
    await new Migrator(orm.em).up();
  } finally {
    await orm.close(true);
  }
}
