import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { readErrorCode, StartError } from '../../errors.ts';
import { openClient } from '../client.ts';
import { MIGRATION_SETTINGS } from '../migration-settings.ts';
import { beginWithoutLimits, describeDatabaseFailure } from '../tool-client.ts';
import {
  type BackupAmount,
  type BackupHeader,
  type BackupManifest,
  FORMAT_NAME,
  FORMAT_VERSION,
  hashTables,
  makeEmptyAmount,
} from './backup-format.ts';
import {
  type FileStore,
  hashFileHashes,
  hashSha256,
  joinFilePath,
  missingFilesError,
  type NamedFile,
} from './file-store.ts';

const ROWS_IN_LINE = 100;
/** Files are read in parallel, because a distant store takes some milliseconds for each. */
const FILES_READ_AT_ONCE = 8;
const MAX_TRIES = 3;
const quote = pg.escapeIdentifier;

interface BackupOptions {
  /** True to leave out missing files and name them. Otherwise a missing file makes the backup fail. */
  allowMissing?: boolean;
}

/** Thrown when an image was deleted after the snapshot, which still has its row. The backup then starts again. */
class FileDeletedDuringBackup extends StartError {}

/** Writes a backup file. When the backup fails, no file is left. */
export async function writeBackup(
  connection: pg.ClientConfig,
  files: FileStore,
  file: string,
  options: BackupOptions = {},
): Promise<BackupAmount> {
  const draftFile = `${file}.part`;
  try {
    for (let tryNumber = 1; ; tryNumber += 1) {
      const writtenAmount = makeEmptyAmount();
      try {
        const backupLineStream = Readable.from(writeBackupLines(connection, files, writtenAmount, options));
        await pipeline(
          backupLineStream,
          createGzip(),
          createWriteStream(draftFile, { mode: 0o600, flush: true }),
        );
        await rename(draftFile, file);
        return writtenAmount;
      } catch (error) {
        if (!(error instanceof FileDeletedDuringBackup) || tryNumber === MAX_TRIES)
          throw explainFileError(file, error);
      }
    }
  } finally {
    await rm(draftFile, { force: true });
  }
}

export async function* writeBackupLines(
  connection: pg.ClientConfig,
  files: FileStore,
  amount: BackupAmount,
  options: BackupOptions = {},
): AsyncGenerator<string> {
  const databaseClient = await openClient(connection, 'backup');
  try {
    await beginWithoutLimits(databaseClient, 'ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await databaseClient.query(`SET LOCAL TIME ZONE 'UTC'`);
    const columnsByTable = await listColumns(databaseClient);
    const { rows: done } = await databaseClient.query<{ name: string }>(
      `SELECT name FROM ${MIGRATION_SETTINGS.tableName} ORDER BY id`,
    );
    const header: BackupHeader = {
      format: FORMAT_NAME,
      version: FORMAT_VERSION,
      madeAt: new Date().toISOString(),
      migrations: done.map(({ name }) => name),
      tables: columnsByTable,
    };
    yield `${JSON.stringify(header)}\n`;
    for (const backedUpTable of Object.keys(columnsByTable))
      yield* writeTableLines(databaseClient, backedUpTable, amount);
    yield* writeSequenceLines(databaseClient);
    amount.tables = await hashTables(databaseClient, Object.keys(columnsByTable));
    const namedFiles = await files.named(databaseClient);
    await databaseClient.query('COMMIT');
    yield* writeFileLines(databaseClient, files, namedFiles, { amount, ...options });
    const { tables: counts, ...rest } = amount;
    const manifest: BackupManifest = { end: true, ...rest, counts };
    yield `${JSON.stringify(manifest)}\n`;
  } finally {
    await databaseClient.end();
  }
}

async function listColumns(client: pg.Client): Promise<BackupHeader['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' AND table_name <> $1
     GROUP BY table_name ORDER BY table_name`,
    [MIGRATION_SETTINGS.tableName],
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

async function* writeTableLines(
  client: pg.Client,
  table: string,
  amount: BackupAmount,
): AsyncGenerator<string> {
  await client.query(
    `DECLARE rows NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS json FROM ${quote(table)} t`,
  );
  for (;;) {
    const { rows } = await client.query<{ json: string }>(`FETCH ${ROWS_IN_LINE} FROM rows`);
    if (rows.length === 0) break;
    amount.rows += rows.length;
    // Uses the JSON text of PostgreSQL, because JavaScript's numbers could lose the last digit of a price
    yield `{"table":${JSON.stringify(table)},"rows":[${rows.map(({ json }) => json).join(',')}]}\n`;
  }
  await client.query('CLOSE rows');
}

async function* writeSequenceLines(client: pg.Client): AsyncGenerator<string> {
  const { rows } = await client.query<{ sequence: string; value: string }>(
    `SELECT sequencename AS sequence, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL
       AND sequencename NOT LIKE '${MIGRATION_SETTINGS.tableName}%' ORDER BY 1`,
  );
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

async function* writeFileLines(
  client: pg.Client,
  store: FileStore,
  named: readonly NamedFile[],
  { amount, allowMissing = false }: BackupOptions & { amount: BackupAmount },
): AsyncGenerator<string> {
  const fileHashes = new Map<string, string>();
  const namedPaths = new Set(named.map(joinFilePath));
  const otherFiles = (await store.list()).filter((file) => !namedPaths.has(joinFilePath(file)));
  const allFiles = sortFiles([...named, ...otherFiles]);
  const missingFiles: NamedFile[] = [];
  for (let batchStart = 0; batchStart < allFiles.length; batchStart += FILES_READ_AT_ONCE) {
    const fileBatch = allFiles.slice(batchStart, batchStart + FILES_READ_AT_ONCE);
    const fileContents = await Promise.all(fileBatch.map(({ folder, name }) => store.read(folder, name)));
    for (const [index, file] of fileBatch.entries()) {
      const contentBytes = fileContents[index];
      const backedUpFilePath = joinFilePath(file);
      if (!contentBytes || (file.bytes !== undefined && file.bytes !== contentBytes.length)) {
        if (namedPaths.has(backedUpFilePath)) missingFiles.push(file);
        continue;
      }
      const contentHash = hashSha256(contentBytes);
      fileHashes.set(backedUpFilePath, contentHash);
      amount.bytes += contentBytes.length;
      yield `${JSON.stringify({ upload: backedUpFilePath, sha256: contentHash, base64: contentBytes.toString('base64') })}\n`;
    }
  }
  amount.uploads = fileHashes.size;
  amount.filesHash = hashFileHashes(fileHashes);
  amount.missing = missingFiles.map(joinFilePath);
  if (missingFiles.length === 0) return;

  const pathsNamedAfterReading = new Set((await store.named(client)).map(joinFilePath));
  if (amount.missing.some((path) => !pathsNamedAfterReading.has(path))) {
    throw new FileDeletedDuringBackup('uploads were deleted while it was made; try again');
  }
  if (!allowMissing) throw missingFilesError(amount.missing, store.place);
}

/** Sorts files so that those of an image follow each other, the widest last. */
const sortFiles = (files: NamedFile[]): NamedFile[] => {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return files.sort((one, other) => compare(joinFilePath(one), joinFilePath(other)));
};

const REASON_BY_FILE_ERROR: Record<string, string> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'its folder is not there',
  EISDIR: 'a folder is in the way',
  EACCES: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left',
};

function explainFileError(file: string, error: unknown): unknown {
  const isFileError = error instanceof Error && 'syscall' in error && error.syscall !== 'connect';
  const failureReason =
    error instanceof StartError
      ? error.message
      : (isFileError && REASON_BY_FILE_ERROR[readErrorCode(error) ?? '']) || describeDatabaseFailure(error);
  return failureReason ? new StartError(`No backup was written to ${file}: ${failureReason}.`) : error;
}
