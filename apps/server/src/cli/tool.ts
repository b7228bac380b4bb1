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
import type { Amount } from '../database/backup/backup-format.ts';
import { startErrorOfDatabase } from '../database/database-errors.ts';
import { openMigrations } from '../database/migrate.ts';
import { type Database, isFolderInUse, openDatabase } from '../database/open.ts';
import { openOrm } from '../database/orm.ts';
import { StartError } from '../errors.ts';

/** Anything else on the command line ends the command with its usage. */
export function readOptions<const O extends ParseArgsOptionsConfig>(usage: string, options: O, files = 0) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length === files) return { ...values, file: positionals[0] ?? '' };
  } catch {
    // Unknown option
  }
  throw new StartError(usage);
}

export async function withToolDatabase<T>(
  { onlyReads, ...needs }: Needs,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadToolConfig(needs);
  const db = await openToolDatabase(config, onlyReads);
  try {
    return await work(db, config);
  } finally {
    await db.close();
  }
}

/** Prints what the command returns, or its error. */
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

interface Needs {
  /** On the embedded database the command makes no new installation. */
  installation?: boolean;
  writesFiles?: boolean;
  /** Does not migrate a database of `DATABASE_URL`, which a running product of an older version may use. */
  onlyReads?: boolean;
}

/** Other users of the machine cannot read what the command writes. */
export function loadToolConfig({ installation = false, writesFiles = false }: Needs = {}): Config {
  const config = loadConfig(undefined, [], (dataDir, isEmbedded) => {
    const isNew = isEmbedded && !statFile(dataDir, 'postgres/PG_VERSION');
    if (installation && isNew) throw new StartError(`There is no installation in ${dataDir}; set DATA_DIR.`);
    if (writesFiles || isNew) refuseRoot(dataDir);
  });
  process.umask(0o077);
  return config;
}

/** Root must not write files unreadable to the product's user, who owns the lock or the folder. */
function refuseRoot(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statFile(dataDir, LOCK_FILE) ?? statFile(dataDir, 'uploads') ?? statFile(dataDir, '');
  if (!owner?.uid) return;
  throw new StartError(
    `The data folder ${dataDir} belongs to the user ${owner.uid}, who could not read what root writes: run the command as that user.`,
  );
}

function statFile(dataDir: string, name: string) {
  try {
    return statSync(join(dataDir, name), { throwIfNoEntry: false });
  } catch (error) {
    throw notWritableError(dataDir, error);
  }
}

export const loadEntities = async () => (await import('../composition/entities.ts')).entities;

const STARTING_TIMEOUT_MS = 30_000;

/**
 * The database of the running product, or one that runs until the command ends. Never migrates under a
 * running product.
 */
async function openToolDatabase(config: Config, onlyReads = false): Promise<Database> {
  let isShared = false;
  const db = await openDatabase(config, loadEntities).catch((error) => {
    isShared = true;
    return openShared(config, error);
  });
  try {
    const pending = isShared || (onlyReads && config.databaseUrl) ? await listPending(config, db) : [];
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

async function listPending({ databaseUrl }: Config, { orm }: Database): Promise<string[]> {
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
async function openShared({ dataDir }: Config, error: unknown): Promise<Database> {
  if (!isFolderInUse(error)) throw error;
  for (let waited = 0; waited < STARTING_TIMEOUT_MS; waited += 100) {
    const connection = findRunningServer(dataDir);
    if (connection) {
      const orm = openOrm(connection, await loadEntities());
      return { orm, connection, close: () => orm.close(true) };
    }
    await sleep(100);
  }
  throw error;
}

export function formatAmountLines({ tables, uploads, filesHash, missing }: Amount): string {
  const entries = Object.entries(tables).map(([name, { rows, hash }]) => [name, `${rows}`, hash] as const);
  const lines = [...entries, ['files', `${uploads}`, filesHash] as const];
  const [nameWidth, countWidth] = [0, 1].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return [
    ...lines.map(
      ([name, count, hash]) =>
        `  ${name.padEnd(nameWidth ?? 0)}  ${count.padStart(countWidth ?? 0)}  ${hash}`,
    ),
    ...missing.map((path) => `Missing: ${path}`),
  ].join('\n');
}

export const formatBackupAmount = ({ rows, uploads, bytes }: Amount): string =>
  `${rows} rows and ${uploads} uploaded files of ${bytes} bytes`;
