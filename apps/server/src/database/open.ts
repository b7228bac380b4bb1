import { setTimeout as sleep } from 'node:timers/promises';
import type { DataDirLock } from '@institute/embedded-postgres/lock';
import type { EntitySchema } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { lockFolder, startServer } from './embedded.ts';

export type Database = {
  orm: MikroORM;
  /** For what needs a connection of its own: LISTEN, pg-boss, a command-line tool. */
  connection: pg.ClientConfig;
  close(): Promise<void>;
};

const POOL_MAY_TAKE_MS = 5000;

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseReplicaUrl'>;

/** Loads the entities of every table. Their modules are slow to load, so the database starts first. */
export type LoadEntities = () => Promise<readonly EntitySchema[]>;

/**
 * The given PostgreSQL, or our own in the data folder, which then lives until `close`.
 * Whoever holds the folder's lock already hands it over.
 */
export async function openDatabase(
  config: Settings,
  loadEntities: LoadEntities,
  lock?: DataDirLock,
): Promise<Database> {
  if (config.databaseUrl) {
    const [{ openOrm, replicas }, entities] = await Promise.all([import('./orm.ts'), loadEntities()]);
    const connection = { connectionString: config.databaseUrl };
    const orm = openOrm(connection, entities, replicas(config.databaseReplicaUrl));
    return { orm, connection, close: () => orm.close(true) };
  }

  const held = lock ?? (await lockFolder(config.dataDir));
  try {
    const server = await startServer(config.dataDir);
    // loaded only now, since the server is slower to start than this is to load
    const [{ openOrm }, entities] = await Promise.all([import('./orm.ts'), loadEntities()]);
    const orm = openOrm(server.connection, entities);
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
