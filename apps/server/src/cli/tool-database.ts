import { setTimeout as sleep } from 'node:timers/promises';
import { runningServer } from '@institute/embedded-postgres';
import { TableNotFoundException } from '@mikro-orm/core';
import { prepareDatabase } from '../composition/prepare-database.ts';
import type { Config } from '../config.ts';
import { isFolderInUse } from '../database/embedded.ts';
import { openMigrations } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { openOrm } from '../database/orm.ts';
import { startErrorOfDatabase } from '../database/start-failure.ts';
import { StartError } from '../errors.ts';

const loadEntities = async () => (await import('../composition/entities.ts')).entities;

const STARTING_TIMEOUT_MS = 30_000;

interface Options {
  /** Does not migrate a database of `DATABASE_URL`, which a running product of an older version may use. */
  onlyReads?: boolean;
}

/**
 * The database of the running product, or one that runs until the command ends. Never migrates under a
 * running product.
 */
export async function openToolDatabase(
  config: Config,
  { onlyReads = false }: Options = {},
): Promise<Database> {
  let isShared = false;
  const db = await openDatabase(config, loadEntities).catch((error) => {
    isShared = true;
    return shared(config, error);
  });
  try {
    const pending = isShared || (onlyReads && config.databaseUrl) ? await pendingOf(config, db) : [];
    if (isShared && pending.length > 0) {
      throw new StartError(
        `The running product is of an older version, or still starts: it lacks ${pending.join(', ')}. Stop it first, or use its code.`,
      );
    }
    if (pending.length > 0) return db;
    await prepareDatabase(config, db.connection, { mustHaveKeys: false });
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function pendingOf({ databaseUrl }: Config, { orm }: Database): Promise<string[]> {
  try {
    return (await openMigrations(orm.em.fork())).pending;
  } catch (error) {
    if (!(error instanceof TableNotFoundException)) {
      throw databaseUrl ? startErrorOfDatabase('DATABASE_URL', error) : error;
    }
    if (databaseUrl) throw new StartError('There is no installation in the database of DATABASE_URL.');
    return ['all migrations'];
  }
}

/** Waits, since the process that holds the data folder may still be starting. */
async function shared({ dataDir }: Config, error: unknown): Promise<Database> {
  if (!isFolderInUse(error)) throw error;
  for (let waited = 0; waited < STARTING_TIMEOUT_MS; waited += 100) {
    const connection = runningServer(dataDir);
    if (connection) {
      const orm = openOrm(connection, await loadEntities());
      return { orm, connection, close: () => orm.close(true) };
    }
    await sleep(100);
  }
  throw error;
}
