import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { findRunningServer } from '@institute/embedded-postgres';
import { LOCK_FILE } from '@institute/embedded-postgres/lock';
import { TableNotFoundException } from '@mikro-orm/core';
import { prepareDatabase } from '../composition/prepare-database.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { notWritableError } from '../crypto/data-dir.ts';
import type { BackupAmount } from '../database/backup/backup-format.ts';
import { startErrorOfDatabase } from '../database/database-errors.ts';
import { readOpenMigrations } from '../database/migrate.ts';
import { isFolderInUseError, type OpenedDatabase, openDatabase } from '../database/open.ts';
import { openOrm } from '../database/orm.ts';
import { StartError } from '../errors.ts';

/** Reads the options of a command. An unknown option or argument ends the command with its usage. */
export function readOptions<const O extends ParseArgsOptionsConfig>(usage: string, options: O, files = 0) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length === files) return { ...values, file: positionals[0] ?? '' };
  } catch {
    // The command line has an unknown option
  }
  throw new StartError(usage);
}

export async function withToolDatabase<T>(
  { onlyReads, ...needs }: CommandNeeds,
  work: (db: OpenedDatabase, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadToolConfig(needs);
  const db = await openToolDatabase(config, onlyReads);
  try {
    return await work(db, config);
  } finally {
    await db.close();
  }
}

/** Prints what the command returns, or its error message. */
export async function runCommand(
  command: () => Promise<string>,
  explain: (error: unknown) => unknown = (error) => (error instanceof StartError ? error.message : error),
): Promise<void> {
  try {
    console.info(await command());
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

interface CommandNeeds {
  /** True when the command needs an existing installation, and must not create an embedded database. */
  installation?: boolean;
  writesFiles?: boolean;
  /**
   * True when the command does not migrate a database of `DATABASE_URL`, because a running product of an older
   * version may use it.
   */
  onlyReads?: boolean;
}

/** Loads the configuration, and keeps other users of the machine from reading what the command writes. */
export function loadToolConfig({ installation = false, writesFiles = false }: CommandNeeds = {}): Config {
  const config = loadConfig(undefined, [], (dataDir, isEmbedded) => {
    const isNewInstallation = isEmbedded && !findFileStat(dataDir, 'postgres/PG_VERSION');
    if (installation && isNewInstallation)
      throw new StartError(`There is no installation in ${dataDir}; set DATA_DIR.`);
    if (writesFiles || isNewInstallation) refuseRootUnlessOwner(dataDir);
  });
  process.umask(0o077);
  return config;
}

/** Root must not write files that the product's user cannot read. That user owns the lock or the folder. */
function refuseRootUnlessOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const dataOwnerStat =
    findFileStat(dataDir, LOCK_FILE) ?? findFileStat(dataDir, 'uploads') ?? findFileStat(dataDir, '');
  if (!dataOwnerStat?.uid) return;
  throw new StartError(
    `The data folder ${dataDir} belongs to the user ${dataOwnerStat.uid}, who could not read what root writes: run the command as that user.`,
  );
}

function findFileStat(dataDir: string, name: string) {
  try {
    return statSync(join(dataDir, name), { throwIfNoEntry: false });
  } catch (error) {
    throw notWritableError(dataDir, error);
  }
}

export const loadEntities = async () => (await import('../composition/entities.ts')).entities;

const STARTING_TIMEOUT_MS = 30_000;

/**
 * Opens the database of the running product, or starts one until the command ends. Never migrates the database of a
 * running product.
 */
async function openToolDatabase(config: Config, onlyReads = false): Promise<OpenedDatabase> {
  let isSharedDatabase = false;
  const db = await openDatabase(config, loadEntities).catch((error) => {
    isSharedDatabase = true;
    return openRunningDatabase(config, error);
  });
  try {
    const pendingMigrations =
      isSharedDatabase || (onlyReads && config.databaseUrl) ? await listPendingMigrations(config, db) : [];
    if (isSharedDatabase && pendingMigrations.length > 0) {
      throw new StartError(
        `The running product is of an older version, or still starts: it lacks ${pendingMigrations.join(', ')}. Stop it first, or use its code.`,
      );
    }
    if (pendingMigrations.length > 0) return db;
    await prepareDatabase(config, db.connection, { mustHaveKeys: false });
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function listPendingMigrations({ databaseUrl }: Config, { orm }: OpenedDatabase): Promise<string[]> {
  try {
    return (await readOpenMigrations(orm.em.fork())).pending;
  } catch (error) {
    if (!(error instanceof TableNotFoundException)) {
      throw databaseUrl ? startErrorOfDatabase('DATABASE_URL', error) : error;
    }
    if (databaseUrl) throw new StartError('There is no installation in the database of DATABASE_URL.');
    return ['all migrations'];
  }
}

/** Connects to the running product. It waits, because the process that holds the data folder may still be starting. */
async function openRunningDatabase({ dataDir }: Config, error: unknown): Promise<OpenedDatabase> {
  if (!isFolderInUseError(error)) throw error;
  for (let waitedMs = 0; waitedMs < STARTING_TIMEOUT_MS; waitedMs += 100) {
    const runningServerConnection = findRunningServer(dataDir);
    if (runningServerConnection) {
      const orm = openOrm(runningServerConnection, await loadEntities());
      return { orm, connection: runningServerConnection, close: () => orm.close(true) };
    }
    await sleep(100);
  }
  throw error;
}

export function formatAmountLines({ tables, uploads, filesHash, missing }: BackupAmount): string {
  const tableEntries = Object.entries(tables).map(
    ([name, { rows, hash }]) => [name, `${rows}`, hash] as const,
  );
  const amountLines = [...tableEntries, ['files', `${uploads}`, filesHash] as const];
  const [nameWidth, countWidth] = [0, 1].map((at) =>
    Math.max(...amountLines.map((line) => line[at]?.length ?? 0)),
  );
  return [
    ...amountLines.map(
      ([name, count, hash]) =>
        `  ${name.padEnd(nameWidth ?? 0)}  ${count.padStart(countWidth ?? 0)}  ${hash}`,
    ),
    ...missing.map((path) => `Missing: ${path}`),
  ].join('\n');
}

export const formatBackupAmount = ({ rows, uploads, bytes }: BackupAmount): string =>
  `${rows} rows and ${uploads} uploaded files of ${bytes} bytes`;
