import { createReadStream } from 'node:fs';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import * as z from 'zod';
import {
  eraseUnreadableRows,
  findUsedKeys,
  formatContentNames,
  listKeyIds,
  recordUsedKeys,
  type Sealing,
} from '../../crypto/sealed-columns.ts';
import { readErrorCode, StartError } from '../../errors.ts';
import { ACTIVITY_CHANNEL, CONTENT_CHANNEL } from '../changes.ts';
import { openClient } from '../client.ts';
import { migrateWithClient } from '../migrate.ts';
import { MIGRATION_SETTINGS } from '../migration-settings.ts';
import { beginWithoutLimits, describeDatabaseFailure } from '../tool-client.ts';
import {
  type BackupAmount,
  type BackupHeader,
  type BackupManifest,
  backupHeader,
  backupLine,
  hashTables,
  listTables,
} from './backup-format.ts';
import {
  type FileStore,
  hashFileHashes,
  hashSha256,
  joinFilePath,
  missingFilesError,
  storeMissingFiles,
} from './file-store.ts';

const quote = pg.escapeIdentifier;

interface RestoreTarget {
  connection: pg.ClientConfig;
  files: FileStore;
  sealing: Sealing;
  /**
   * Reads the rows that the restore must not undo. The returned function runs after all rows are restored, before the
   * commit.
   */
  keep(client: Pick<pg.Client, 'query'>): Promise<() => Promise<unknown>>;
}

interface Options {
  /** True to erase encrypted texts that no key opens. Otherwise such a text makes the restore fail. */
  eraseLost?: boolean;
  /**
   * True to restore without the missing files of images, and to name them. Otherwise a missing file makes the restore
   * fail.
   */
  allowMissing?: boolean;
}

export async function restoreBackup(
  { connection, files, sealing, keep }: RestoreTarget,
  file: string,
  { eraseLost = false, allowMissing = false }: Options = {},
): Promise<BackupAmount> {
  const client = await openClient(connection, 'restore');
  try {
    await beginWithoutLimits(client);
    const restoreKeptRows = await keep(client);
    const restoredAmount = await pipeline(
      createReadStream(file),
      createGunzip().setEncoding('utf8'),
      (chunks: AsyncIterable<string>) => restoreLines(client, { files, allowMissing }, splitLines(chunks)),
    );
    if (eraseLost) await eraseUnreadableRows(client, sealing);
    await checkKeys(client, sealing);
    await restoreKeptRows();
    // These notices make a running product empty its caches
    await client.query(`NOTIFY ${CONTENT_CHANNEL}; NOTIFY ${ACTIVITY_CHANNEL}`);
    await client.query('COMMIT');
    return restoredAmount;
  } catch (error) {
    throw explainRestoreError(file, error);
  } finally {
    await client.end();
  }
}

/** Throws when a key of restored rows is missing, because the product would not start with such rows. */
async function checkKeys(client: pg.Client, sealing: Sealing): Promise<void> {
  const { keys, columns } = sealing;
  const missingKeyId = (await findUsedKeys(client, columns)).find((id) => !listKeyIds(keys).includes(id));
  if (missingKeyId) {
    throw new StartError(
      `its ${formatContentNames(columns)} are encrypted with the data key ${missingKeyId}, which is not in ${keys.place}; add it there, or erase them with --erase-lost`,
    );
  }
  await recordUsedKeys(client, sealing);
}

/**
 * Restores the lines in the caller's transaction. A backup of an earlier version first gets the tables of that
 * version; its hashes are compared before the later migrations run. Throws when something is missing.
 */
export async function restoreLines(
  client: pg.Client,
  { files, allowMissing = false }: Pick<RestoreTarget, 'files'> & Options,
  lines: AsyncIterable<string>,
): Promise<BackupAmount> {
  await client.query(`SET LOCAL TIME ZONE 'UTC'`);
  const rowCountByTable = new Map<string, number>();
  const imageWriter = makeImageWriter(files);
  let backupHead: BackupHeader | undefined;
  let isOlderBackup = false;
  let backupEnd: BackupManifest | undefined;

  for await (const text of lines) {
    if (!backupHead) {
      backupHead = backupHeader.parse(JSON.parse(text));
      isOlderBackup = await prepareTables(client, backupHead);
      continue;
    }
    const item = backupLine.parse(JSON.parse(text));
    if ('table' in item) {
      await insertRows(client, item.table, backupHead.tables[item.table] ?? [], text);
      rowCountByTable.set(item.table, (rowCountByTable.get(item.table) ?? 0) + item.rows.length);
    } else if ('sequence' in item) {
      await client.query('SELECT setval($1::regclass, $2::bigint)', [quote(item.sequence), item.value]);
    } else if ('upload' in item) await imageWriter.add(item);
    else backupEnd = item;
  }
  await imageWriter.flush();
  const restoredRowCount = [...rowCountByTable.values()].reduce((sum, count) => sum + count, 0);
  if (
    !backupHead ||
    backupEnd?.rows !== restoredRowCount ||
    !isBackupComplete(backupEnd, rowCountByTable, imageWriter.hashes)
  )
    throw new StartError('it is not whole');
  await checkReferences(client);
  const tables = await hashTables(client, Object.keys(backupHead.tables));
  checkTables(backupEnd, tables);
  if (isOlderBackup) await migrateWithClient(client);
  const missingFileNames = await findMissingFiles(client, files, imageWriter.hashes);
  if (missingFileNames.length > 0 && !allowMissing)
    throw missingFilesError(missingFileNames, `the backup or in ${files.place}`);
  return { rows: restoredRowCount, tables, missing: missingFileNames, ...imageWriter.amount() };
}

function isBackupComplete(
  end: BackupManifest,
  rowsOf: ReadonlyMap<string, number>,
  hashes: ReadonlyMap<string, string>,
) {
  const hasMissingRows = Object.entries(end.counts ?? {}).some(
    ([table, { rows: count }]) => (rowsOf.get(table) ?? 0) !== count,
  );
  const isFilesHashEqual = end.filesHash === undefined || end.filesHash === hashFileHashes(hashes);
  return end.uploads === hashes.size && !hasMissingRows && isFilesHashEqual;
}

function checkTables(end: BackupManifest, tables: BackupAmount['tables']): void {
  const changedTable = Object.entries(end.counts ?? {}).find(
    ([table, { hash }]) => tables[table]?.hash !== hash,
  );
  if (changedTable)
    throw new StartError(`the rows of ${changedTable[0]} have another hash than those that were backed up`);
}

async function findMissingFiles(client: pg.Client, store: FileStore, restored: ReadonlyMap<string, string>) {
  const missing: string[] = [];
  for (const file of await store.named(client)) {
    const path = joinFilePath(file);
    if (!restored.has(path) && !(await store.has(file.folder, file.name))) missing.push(path);
  }
  return missing;
}

function makeImageWriter(store: FileStore) {
  const imageHashes = new Map<string, string>();
  let imageBatch: { folder: string; files: { name: string; bytes: Buffer }[] } | undefined;
  let byteCount = 0;
  const writeImageBatch = async () => {
    if (imageBatch) await storeMissingFiles(store, imageBatch.folder, imageBatch.files);
    imageBatch = undefined;
  };
  return {
    hashes: imageHashes,
    flush: writeImageBatch,
    amount: () => ({ uploads: imageHashes.size, bytes: byteCount, filesHash: hashFileHashes(imageHashes) }),
    add: async (item: { upload: string; base64: string; sha256?: string | undefined }): Promise<void> => {
      const bytes = Buffer.from(item.base64, 'base64');
      const hash = hashSha256(bytes);
      if (item.sha256 !== undefined && item.sha256 !== hash) {
        throw new StartError(`the file ${item.upload} has another hash than the one that was backed up`);
      }
      const { dir: folder, base: name } = posix.parse(item.upload);
      if (imageBatch?.folder !== folder) {
        await writeImageBatch();
        imageBatch = { folder, files: [] };
      }
      imageBatch.files.push({ name, bytes });
      imageHashes.set(item.upload, hash);
      byteCount += bytes.length;
    },
  };
}

/**
 * Makes empty tables of the backup's version. References are checked at the end, so tables can be filled in any
 * order. Returns whether later migrations must still run.
 */
async function prepareTables(client: pg.Client, { migrations }: BackupHeader): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATION_SETTINGS.tableName}`);
  const knownMigrations = new Set(rows.map(({ name }) => name));
  if (migrations.some((name) => !knownMigrations.has(name)))
    throw new StartError('a newer version of the product made it');

  await client.query(`SET LOCAL lock_timeout = '30s'`);
  const isOlderThanProduct = knownMigrations.size > migrations.length;
  if (isOlderThanProduct) {
    await dropAllTables(client);
    await migrateWithClient(client, migrations);
  }
  await client.query(`TRUNCATE ${(await listTables(client)).map(quote).join(', ')} RESTART IDENTITY CASCADE`);
  for (const { table, name } of await listReferences(client)) {
    await client.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${quote(name)} DEFERRABLE INITIALLY DEFERRED`);
  }
  return isOlderThanProduct;
}

/** Drops all tables and functions. Extensions stay, because the role may lack the right to create them again. */
async function dropAllTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `SELECT format('DROP TABLE %s CASCADE', oid::regclass) AS sql FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     UNION ALL
     SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  );
  for (const { sql } of rows) await client.query(sql);
}

async function checkReferences(client: pg.Client): Promise<void> {
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { table, name } of await listReferences(client)) {
    await client.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${quote(name)} NOT DEFERRABLE`);
  }
}

async function listReferences(client: pg.Client): Promise<{ table: string; name: string }[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`,
  );
  return rows;
}

async function insertRows(client: pg.Client, table: string, columns: readonly string[], text: string) {
  const columnList = columns.map((name) => quote(name)).join(', ');
  // PostgreSQL reads its own JSON text, in which no number loses precision
  await client.query(
    `INSERT INTO ${quote(table)} (${columnList}) OVERRIDING SYSTEM VALUE
     SELECT ${columnList} FROM jsonb_populate_recordset(NULL::${quote(table)}, $1::jsonb -> 'rows')`,
    [text],
  );
}

async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let lineParts: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...rest] = chunk.split('\n');
    lineParts.push(first);
    for (const lineEnd of rest) {
      yield lineParts.join('');
      lineParts = [lineEnd];
    }
  }
}

function explainRestoreError(file: string, error: unknown): unknown {
  const isBackupDamaged =
    error instanceof SyntaxError || error instanceof z.ZodError || /^Z_/.test(readErrorCode(error) ?? '');
  const reason = isBackupDamaged
    ? 'it is no backup of this product, or damaged'
    : restoreFailureReason(error);
  return reason ? new StartError(`Nothing was restored from ${file}: ${reason}.`) : error;
}

const FAILURE_REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

function restoreFailureReason(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  return describeDatabaseFailure(error) ?? FAILURE_REASONS[readErrorCode(error) ?? ''];
}
