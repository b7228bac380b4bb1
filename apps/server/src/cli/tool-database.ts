import { setTimeout as sleep } from 'node:timers/promises';
import { runningServer } from '@institute/embedded-postgres';
import type { Config } from '../config.ts';
import { isFolderInUse } from '../database/embedded.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { openOrm } from '../database/orm.ts';
import { prepareDatabase } from '../database/prepare.ts';

const loadEntities = async () => (await import('../composition/entities.ts')).entities;

const STARTING_MAY_TAKE_MS = 30_000;

/** The database for a command: the one of the running product, or one that runs until the command ends. */
export async function openToolDatabase(config: Config): Promise<Database> {
  const db = await openDatabase(config, loadEntities).catch((error) => shared(config, error));
  try {
    await prepareDatabase(config, db.connection, { mustHaveKeys: false });
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Waits, since the process that holds the data folder may still be starting. */
async function shared({ dataDir }: Config, error: unknown): Promise<Database> {
  if (!isFolderInUse(error)) throw error;
  for (let waited = 0; waited < STARTING_MAY_TAKE_MS; waited += 100) {
    const connection = runningServer(dataDir);
    if (connection) {
      const orm = openOrm(connection, await loadEntities());
      return { orm, connection, close: () => orm.close(true) };
    }
    await sleep(100);
  }
  throw error;
}
