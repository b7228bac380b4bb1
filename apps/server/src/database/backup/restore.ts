import { createReadStream } from 'node:fs';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import * as z from 'zod';
import {
  type ColumnSealing,
  eraseUnreadableRows,
  findUsedKeys,
  formatContentNames,
  listKeyIds,
  recordUsedKeys,
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
  sealing: ColumnSealing;
  /**
   * Reads the rows that the restore must not undo. The returned function runs after all rows are restored, before the
   * commit.
   */
  keep(client: Pick<pg.Client, 'query'>): Promise<() => Promise<unknown>>;
}

interface RestoreOptions {
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
  { eraseLost = false, allowMissing = false }: RestoreOptions = {},
): Promise<BackupAmount> {
  const restoreClient = await openClient(connection, 'restore');
  try {
    await beginWithoutLimits(restoreClient);
    const restoreKeptRows = await keep(restoreClient);
    const restoredAmount = await pipeline(
      createReadStream(file),
      createGunzip().setEncoding('utf8'),
      (chunks: AsyncIterable<string>) =>
        restoreLines(restoreClient, { files, allowMissing }, splitLines(chunks)),
    );
    if (eraseLost) await eraseUnreadableRows(restoreClient, sealing);
    await checkDataKeysOfTexts(restoreClient, sealing);
    await restoreKeptRows();
    // These notices make a running product empty its caches
    await restoreClient.query(`NOTIFY ${CONTENT_CHANNEL}; NOTIFY ${ACTIVITY_CHANNEL}`);
    await restoreClient.query('COMMIT');
    return restoredAmount;
  } catch (error) {
    throw explainRestoreError(file, error);
  } finally {
    await restoreClient.end();
  }
}

/** Throws when a key of restored rows is missing, because the product would not start with such rows. */
async function checkDataKeysOfTexts(client: pg.Client, sealing: ColumnSealing): Promise<void> {
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
  { files, allowMissing = false }: Pick<RestoreTarget, 'files'> & RestoreOptions,
  lines: AsyncIterable<string>,
): Promise<BackupAmount> {
  await client.query(`SET LOCAL TIME ZONE 'UTC'`);
  const rowCountByTable = new Map<string, number>();
  const imageWriter = makeImageWriter(files);
  let headerOfBackup: BackupHeader | undefined;
  let isOlderBackup = false;
  let manifestOfBackup: BackupManifest | undefined;

  for await (const backupLineText of lines) {
    if (!headerOfBackup) {
      headerOfBackup = backupHeader.parse(JSON.parse(backupLineText));
      isOlderBackup = await prepareTablesForRestore(client, headerOfBackup);
      continue;
    }
    const parsedBackupLine = backupLine.parse(JSON.parse(backupLineText));
    if ('table' in parsedBackupLine) {
      await insertRows(
        client,
        parsedBackupLine.table,
        headerOfBackup.tables[parsedBackupLine.table] ?? [],
        backupLineText,
      );
      rowCountByTable.set(
        parsedBackupLine.table,
        (rowCountByTable.get(parsedBackupLine.table) ?? 0) + parsedBackupLine.rows.length,
      );
    } else if ('sequence' in parsedBackupLine) {
      await client.query('SELECT setval($1::regclass, $2::bigint)', [
        quote(parsedBackupLine.sequence),
        parsedBackupLine.value,
      ]);
    } else if ('upload' in parsedBackupLine) await imageWriter.add(parsedBackupLine);
    else manifestOfBackup = parsedBackupLine;
  }
  await imageWriter.flush();
  const restoredRowCount = [...rowCountByTable.values()].reduce((sum, count) => sum + count, 0);
  if (
    !headerOfBackup ||
    manifestOfBackup?.rows !== restoredRowCount ||
    !isBackupComplete(manifestOfBackup, rowCountByTable, imageWriter.hashes)
  )
    throw new StartError('it is not whole');
  await checkReferences(client);
  const restoredTableAmounts = await hashTables(client, Object.keys(headerOfBackup.tables));
  checkTableHashes(manifestOfBackup, restoredTableAmounts);
  if (isOlderBackup) await migrateWithClient(client);
  const missingFileNames = await findMissingFiles(client, files, imageWriter.hashes);
  if (missingFileNames.length > 0 && !allowMissing)
    throw missingFilesError(missingFileNames, `the backup or in ${files.place}`);
  return {
    rows: restoredRowCount,
    tables: restoredTableAmounts,
    missing: missingFileNames,
    ...imageWriter.amount(),
  };
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

function checkTableHashes(end: BackupManifest, tables: BackupAmount['tables']): void {
  const differentTable = Object.entries(end.counts ?? {}).find(
    ([table, { hash }]) => tables[table]?.hash !== hash,
  );
  if (differentTable)
    throw new StartError(`the rows of ${differentTable[0]} have another hash than those that were backed up`);
}

async function findMissingFiles(client: pg.Client, store: FileStore, restored: ReadonlyMap<string, string>) {
  const missingFilePaths: string[] = [];
  for (const namedFile of await store.named(client)) {
    const namedFilePath = joinFilePath(namedFile);
    if (!restored.has(namedFilePath) && !(await store.has(namedFile.folder, namedFile.name)))
      missingFilePaths.push(namedFilePath);
  }
  return missingFilePaths;
}

function makeImageWriter(store: FileStore) {
  const imageHashes = new Map<string, string>();
  let imageFileBatch: { folder: string; files: { name: string; bytes: Buffer }[] } | undefined;
  let byteCount = 0;
  const writeImageBatch = async () => {
    if (imageFileBatch) await storeMissingFiles(store, imageFileBatch.folder, imageFileBatch.files);
    imageFileBatch = undefined;
  };
  return {
    hashes: imageHashes,
    flush: writeImageBatch,
    amount: () => ({ uploads: imageHashes.size, bytes: byteCount, filesHash: hashFileHashes(imageHashes) }),
    add: async (item: { upload: string; base64: string; sha256?: string | undefined }): Promise<void> => {
      const imageBytes = Buffer.from(item.base64, 'base64');
      const imageHash = hashSha256(imageBytes);
      if (item.sha256 !== undefined && item.sha256 !== imageHash) {
        throw new StartError(`the file ${item.upload} has another hash than the one that was backed up`);
      }
      const { dir: folder, base: name } = posix.parse(item.upload);
      if (imageFileBatch?.folder !== folder) {
        await writeImageBatch();
        imageFileBatch = { folder, files: [] };
      }
      imageFileBatch.files.push({ name, bytes: imageBytes });
      imageHashes.set(item.upload, imageHash);
      byteCount += imageBytes.length;
    },
  };
}

/**
 * Makes empty tables of the backup's version. References are checked at the end, so tables can be filled in any
 * order. Returns whether later migrations must still run.
 */
async function prepareTablesForRestore(client: pg.Client, { migrations }: BackupHeader): Promise<boolean> {
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
    for (const nextLineText of rest) {
      yield lineParts.join('');
      lineParts = [nextLineText];
    }
  }
}

function explainRestoreError(file: string, error: unknown): unknown {
  const isBackupDamaged =
    error instanceof SyntaxError || error instanceof z.ZodError || /^Z_/.test(readErrorCode(error) ?? '');
  const failureReason = isBackupDamaged
    ? 'it is no backup of this product, or damaged'
    : restoreFailureReason(error);
  return failureReason ? new StartError(`Nothing was restored from ${file}: ${failureReason}.`) : error;
}

const REASON_BY_ERROR_CODE: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

function restoreFailureReason(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  return describeDatabaseFailure(error) ?? REASON_BY_ERROR_CODE[readErrorCode(error) ?? ''];
}
