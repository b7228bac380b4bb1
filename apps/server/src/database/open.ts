import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { startEmbedded } from './embedded.ts';
import { type DataDirLock, lockDataDir } from './embedded-lock.ts';
import { entities as allEntities } from './entities.ts';

export type Database = {
  orm: MikroORM;
  /** For what needs a connection of its own: LISTEN, pg-boss, a command-line tool. */
  connection: pg.ClientConfig;
  close(): Promise<void>;
};

export const MIGRATIONS = {
  path: join(import.meta.dirname, 'migrations'),
  glob: '!(*.d|*.test).ts',
  emit: 'ts',
  snapshot: true,
  snapshotName: 'snapshot',
  silent: true,
  tableName: 'mikro_orm_migrations',
} as const;

const POOL_MAY_TAKE_MS = 5000;
const POOL = {
  min: 0,
  max: 12,
  idleTimeoutMillis: 30_000,
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  application_name: 'institute',
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
};

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseReplicaUrl'>;

/**
 * The given PostgreSQL, or our own in the data folder, which then lives until `close`.
 * Whoever holds the folder's lock already hands it over.
 */
export async function openDatabase(
  config: Settings,
  entities: Options['entities'] = allEntities,
  lock?: DataDirLock,
): Promise<Database> {
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl };
    const orm = await openOrm(connection, { entities, ...replicas(config.databaseReplicaUrl) });
    return { orm, connection, close: () => orm.close(true) };
  }

  const held = lock ?? (await lockDataDir(config.dataDir));
  try {
    const server = await startEmbedded(config.dataDir);
    const orm = await openOrm(server.connection, { entities });
    const close = async () => {
      // the pool waits for its last query; stopping the server ends one that does not come back
      const closing = orm.close(true);
      await Promise.race([closing, sleep(POOL_MAY_TAKE_MS, undefined, { ref: false })]);
      await server.stop();
      held.release();
    };
    return { orm, connection: server.connection, close };
  } catch (error) {
    held.release();
    throw error;
  }
}

/** The mapper on a database that runs already. It connects with the first query. */
export function openOrm(connection: pg.ClientConfig, options: Options = {}): Promise<MikroORM> {
  return MikroORM.init({
    dbName: databaseName(connection),
    driverOptions: { ...POOL, ...connection },
    entities: allEntities,
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    migrations: MIGRATIONS,
    ...options,
  });
}

/** A writer's next read must see what was written: only reads that ask for it go to the replica. */
function replicas(url: string | undefined): Options {
  if (!url) return {};
  const driverOptions = { ...POOL, connectionString: url };
  return { replicas: [{ name: 'replica', driverOptions }], preferReadReplicas: false };
}

function databaseName({ connectionString, database }: pg.ClientConfig): string {
  const name = connectionString ? decodeURIComponent(new URL(connectionString).pathname.slice(1)) : database;
  if (!name) throw new Error('The connection names no database.');
  return name;
}
