import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@institute/embedded-postgres';
import { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from '@institute/embedded-postgres/error';
import { type DataDirLock, lockDataDir } from '@institute/embedded-postgres/lock';
import type { EntitySchema } from '@mikro-orm/core';
import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { notWritableError } from '../crypto/data-dir.ts';
import { StartError } from '../errors.ts';
import { startErrorOfDatabase } from './database-errors.ts';
import { poolerLosesStatements, poolerRefusesTimeouts, withoutServerTimeouts } from './pooler.ts';

export type OpenedDatabase = {
  orm: MikroORM;
  /** For code that opens its own connection: LISTEN, migrations, command-line tools. */
  connection: pg.ClientConfig;
  close(): Promise<void>;
};

const POOL_TIMEOUT_MS = 5000;

type DatabaseSettings = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'databasePrepared'>>;

/** Loads the entities, whose modules are slow to load. The database starts before. */
export type LoadEntities = () => Promise<readonly EntitySchema[]>;

/**
 * Opens the database. The embedded one runs until `close`. A caller that already holds the folder's lock passes it
 * on.
 */
export async function openDatabase(
  config: DatabaseSettings,
  loadEntities: LoadEntities,
  lock?: DataDirLock,
): Promise<OpenedDatabase> {
  if (config.databaseUrl) {
    const connectionConfig = { connectionString: config.databaseUrl };
    const mayPrepareStatements = config.databasePrepared ?? true;
    const [{ openOrm }, entities, isRefused, isForgotten] = await Promise.all([
      import('./orm.ts'),
      loadEntities(),
      poolerRefusesTimeouts(connectionConfig).catch((error) => {
        throw startErrorOfDatabase('DATABASE_URL', error);
      }),
      mayPrepareStatements && poolerLosesStatements(connectionConfig),
    ]);
    if (isForgotten)
      throw new StartError(
        'DATABASE_URL leads to a pooler that does not know prepared statements: set DATABASE_PREPARED=false.',
      );
    const poolConfig = {
      ...connectionConfig,
      ...(isRefused && withoutServerTimeouts),
      isPrepared: mayPrepareStatements,
    };
    const orm = openOrm(poolConfig, entities);
    return { orm, connection: connectionConfig, close: () => orm.close(true) };
  }

  const folderLock = lock ?? (await lockFolder(config.dataDir));
  let stopServer = async () => {};
  try {
    const embeddedServer = await startEmbedded({ dataDir: config.dataDir }).catch(
      throwStartError(config.dataDir),
    );
    stopServer = embeddedServer.stop;
    // Imported after the start of the server, which would otherwise wait for the import
    const [{ openOrm }, entities] = await Promise.all([import('./orm.ts'), loadEntities()]);
    const orm = openOrm(embeddedServer.connection, entities);
    const closeDatabase = async () => {
      // The pool waits for its last query. When that query hangs, stopping the server ends it
      await Promise.race([orm.close(true), sleep(POOL_TIMEOUT_MS, undefined, { ref: false })]);
      await embeddedServer.stop();
      folderLock.release();
    };
    return { orm, connection: embeddedServer.connection, close: closeDatabase };
  } catch (error) {
    await stopServer();
    folderLock.release();
    throw error;
  }
}

const ADVICE_BY_ERROR_CODE: Partial<Record<EmbeddedPostgresErrorCode, string>> = {
  USER_WITHOUT_NAME: '; or set DATABASE_URL to a PostgreSQL of your own.',
  UNSUPPORTED_PLATFORM: '; set DATABASE_URL to a PostgreSQL of your own.',
  FOLDER_OUT_OF_REACH: '; set DATA_DIR.',
};

export const lockFolder = (dataDir: string): Promise<DataDirLock> =>
  lockDataDir(dataDir).catch(throwStartError(dataDir));

export function isFolderInUseError(error: unknown): boolean {
  return (
    error instanceof StartError &&
    error.cause instanceof EmbeddedPostgresError &&
    error.cause.code === 'FOLDER_IN_USE'
  );
}

const throwStartError = (dataDir: string) => (error: unknown) => {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  if (error.code === 'FOLDER_NOT_WRITABLE') throw notWritableError(dataDir, error.cause);
  const advice = ADVICE_BY_ERROR_CODE[error.code];
  const startErrorMessage = advice ? error.message.replace(/\.$/, advice) : error.message;
  throw new StartError(startErrorMessage, { cause: error });
};
