import type { EntitySchema } from '@mikro-orm/core';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { failFastWhileSilent } from './fail-fast.ts';
import { MIGRATION_SETTINGS } from './migration-settings.ts';
import { removeStatementNames, serverTimeouts } from './pooler.ts';

/** A caller waits at most 10 s for a connection and an answer, even when PostgreSQL is frozen. */
const POOL_SETTINGS = {
  min: 0,
  max: 12,
  idleTimeoutMillis: 30_000,
  connectionTimeoutMillis: 3500,
  keepAlive: true,
  application_name: 'institute',
  ...serverTimeouts,
  // This timeout is on our side, because a frozen server does not cancel statements itself
  query_timeout: 5500,
};

export type PoolConfig = pg.ClientConfig & {
  isPrepared?: boolean;
};

export function openOrm(
  connection: PoolConfig,
  entities: readonly EntitySchema[],
  options: Options = {},
): MikroORM {
  // The constructor does not load extensions such as the migrator, as `MikroORM.init` would
  return new MikroORM({
    dbName: readDatabaseName(connection),
    driverOptions: makePoolOptions(connection),
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    migrations: MIGRATION_SETTINGS,
    // Database functions are written by hand in migrations, and a comparison of schemas would drop them
    schemaGenerator: { ignoreRoutines: true },
    ...options,
  });
}

const makePoolOptions = ({ isPrepared = true, ...connection }: PoolConfig) => ({
  ...POOL_SETTINGS,
  ...connection,
  onPoolCreated: (pool: pg.Pool) => {
    if (!isPrepared) removeStatementNames(pool);
    failFastWhileSilent(pool, connection);
    releaseLostConnections(pool);
    refuseAfterPoolEnd(pool);
  },
});

function readDatabaseName({ connectionString, database }: pg.ClientConfig): string {
  const databaseName = connectionString
    ? decodeURIComponent(new URL(connectionString).pathname.slice(1))
    : database;
  if (!databaseName) throw new Error('The connection names no database.');
  return databaseName;
}

/**
 * Frees the places of lost connections. The query builder releases a connection only after a successful COMMIT or
 * ROLLBACK, so a connection that is lost in use would keep its place in the pool for good.
 */
function releaseLostConnections(pool: pg.Pool): void {
  const usedConnections = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => usedConnections.add(client));
  pool.on('release', (_, client) => usedConnections.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!usedConnections.has(client)) return;
      const { release } = client;
      // The borrower of the client may release it later, and that call must then do nothing
      client.release = () => {};
      release(true);
    });
  });
}

/**
 * Refuses connections while the pool ends. The query builder would keep such a connection, and the pool would never
 * end.
 */
function refuseAfterPoolEnd(pool: pg.Pool): void {
  const originalPoolConnect = pool.connect;
  pool.connect = ((callback?: () => void) => {
    if (callback) return Reflect.apply(originalPoolConnect, pool, [callback]);
    return Reflect.apply(originalPoolConnect, pool, []).then((client: pg.PoolClient) => {
      if (!pool.ending) return client;
      client.release(true);
      throw new Error('The pool of connections has ended');
    });
  }) as typeof pool.connect;
}
