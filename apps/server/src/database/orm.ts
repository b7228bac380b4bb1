import type { EntitySchema } from '@mikro-orm/core';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { failFast } from './fail-fast.ts';
import { MIGRATION_SETTINGS } from './migration-settings.ts';
import { removeStatementNames, serverTimeouts } from './pooler.ts';

/** A caller waits at most 10 s for a connection and the answer, even while PostgreSQL is frozen. */
const POOL_SETTINGS = {
  min: 0,
  max: 12,
  idleTimeoutMillis: 30_000,
  connectionTimeoutMillis: 3500,
  keepAlive: true,
  application_name: 'institute',
  ...serverTimeouts,
  // A timeout on our side, for a server that no longer cancels statements
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
  // Unlike `MikroORM.init`, the constructor does not load extensions such as the migrator
  return new MikroORM({
    dbName: readDatabaseName(connection),
    driverOptions: makePoolOptions(connection),
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    migrations: MIGRATION_SETTINGS,
    // Migrations write the functions of the database by hand; a comparison would drop them
    schemaGenerator: { ignoreRoutines: true },
    ...options,
  });
}

const makePoolOptions = ({ isPrepared = true, ...connection }: PoolConfig) => ({
  ...POOL_SETTINGS,
  ...connection,
  onPoolCreated: (pool: pg.Pool) => {
    if (!isPrepared) removeStatementNames(pool);
    failFast(pool, connection);
    releaseLostConnections(pool);
    refuseAtEnd(pool);
  },
});

function readDatabaseName({ connectionString, database }: pg.ClientConfig): string {
  const name = connectionString ? decodeURIComponent(new URL(connectionString).pathname.slice(1)) : database;
  if (!name) throw new Error('The connection names no database.');
  return name;
}

/**
 * The query builder releases a connection only after a successful COMMIT or ROLLBACK. A connection that is
 * lost in use would keep its place in the pool for good.
 */
function releaseLostConnections(pool: pg.Pool): void {
  const used = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => used.add(client));
  pool.on('release', (_, client) => used.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!used.has(client)) return;
      const { release } = client;
      // Whoever has borrowed the client may still release it, which must do nothing
      client.release = () => {};
      release(true);
    });
  });
}

/** The query builder keeps a connection that it gets while the pool ends, which then never ends. */
function refuseAtEnd(pool: pg.Pool): void {
  const connect = pool.connect;
  pool.connect = ((callback?: () => void) => {
    if (callback) return Reflect.apply(connect, pool, [callback]);
    return Reflect.apply(connect, pool, []).then((client: pg.PoolClient) => {
      if (!pool.ending) return client;
      client.release(true);
      throw new Error('The pool of connections has ended');
    });
  }) as typeof pool.connect;
}
