import type { EntitySchema } from '@mikro-orm/core';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { MIGRATIONS } from './migration-settings.ts';

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

/** Creates the ORM for a running database. It connects with the first query. */
export function openOrm(
  connection: pg.ClientConfig,
  entities: readonly EntitySchema[],
  options: Options = {},
): MikroORM {
  // unlike `MikroORM.init`, the constructor does not load extensions such as the migrator
  return new MikroORM({
    dbName: databaseName(connection),
    driverOptions: { ...POOL, ...connection },
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    migrations: MIGRATIONS,
    // the functions of the database are written by hand in migrations; without this, a comparison would drop them
    schemaGenerator: { ignoreRoutines: true },
    ...options,
  });
}

/** Only reads that ask for the replica use it, since a writer must see its own changes. */
export function replicas(url: string | undefined): Options {
  if (!url) return {};
  const driverOptions = { ...POOL, connectionString: url };
  return { replicas: [{ name: 'replica', driverOptions }], preferReadReplicas: false };
}

function databaseName({ connectionString, database }: pg.ClientConfig): string {
  const name = connectionString ? decodeURIComponent(new URL(connectionString).pathname.slice(1)) : database;
  if (!name) throw new Error('The connection names no database.');
  return name;
}
