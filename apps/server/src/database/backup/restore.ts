import { createReadStream } from 'node:fs';
import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import * as z from 'zod';
import {
  eraseUnreadable,
  findUsedKeys,
  listKeyIds,
  nameContents,
  recordUsedKeys,
  type Sealing,
} from '../../crypto/sealed-columns.ts';
import { readErrorCode, StartError } from '../../errors.ts';
import { ACTIVITY_CHANNEL, CONTENT_CHANNEL } from '../changes.ts';
import { openClient } from '../client.ts';
import { migrateWithin } from '../migrate.ts';
import { MIGRATION_SETTINGS } from '../migration-settings.ts';
import { beginWithoutLimits, describeDatabaseFailure } from '../tool-client.ts';
import {
  type Amount,
  backupHeader,
  backupLine,
  type Header,
  hashTables,
  listTables,
  type Manifest,
} from './backup-format.ts';
import {
  type FileStore,
  hashOfAll,
  hashSha256,
  joinFilePath,
  missingFilesError,
  putFiles,
} from './file-store.ts';

const quote = pg.escapeIdentifier;

interface Target {
  connection: pg.ClientConfig;
  files: FileStore;
  sealing: Sealing;
  /** Reads what the restore must not undo. What it returns runs after all rows are restored, before the commit. */
  keep(client: Pick<pg.Client, 'query'>): Promise<() => Promise<unknown>>;
}

interface Options {
  /** Erases encrypted texts that no key opens, instead of restoring nothing. */
  eraseLost?: boolean;
  /** Restores the rest when files of images are missing, and names them, instead of restoring nothing. */
  allowMissing?: boolean;
}

export async function restoreBackup(
  { connection, files, sealing, keep }: Target,
  file: string,
  { eraseLost = false, allowMissing = false }: Options = {},
): Promise<Amount> {
  const client = await openClient(connection, 'restore');
  try {
    await beginWithoutLimits(client);
    const putBack = await keep(client);
    const amount = await pipeline(
      createReadStream(file),
      createGunzip().setEncoding('utf8'),
      (chunks: AsyncIterable<string>) => fillFrom(client, { files, allowMissing }, splitLines(chunks)),
    );
    if (eraseLost) await eraseUnreadable(client, sealing);
    await checkKeys(client, sealing);
    await putBack();
    // A running product then empties its caches
    await client.query(`NOTIFY ${CONTENT_CHANNEL}; NOTIFY ${ACTIVITY_CHANNEL}`);
    await client.query('COMMIT');
    return amount;
  } catch (error) {
    throw explainDamage(file, error);
  } finally {
    await client.end();
  }
}

/** A product with rows of an unknown key would not start. */
async function checkKeys(client: pg.Client, sealing: Sealing): Promise<void> {
  const { keys, columns } = sealing;
  const lost = (await findUsedKeys(client, columns)).find((id) => !listKeyIds(keys).includes(id));
  if (lost) {
    throw new StartError(
      `its ${nameContents(columns)} are encrypted with the data key ${lost}, which is not in ${keys.place}; add it there, or erase them with --erase-lost`,
    );
  }
  await recordUsedKeys(client, sealing);
}

/**
 * Runs inside the transaction of the caller. An older backup gets its own tables, and is compared with its hashes
 * before the later migrations run. Throws when something is missing.
 */
export async function fillFrom(
  client: pg.Client,
  { files, allowMissing = false }: Pick<Target, 'files'> & Options,
  lines: AsyncIterable<string>,
): Promise<Amount> {
  await client.query(`SET LOCAL TIME ZONE 'UTC'`);
  const rowsOf = new Map<string, number>();
  const images = makeImageWriter(files);
  let head: Header | undefined;
  let isOlder = false;
  let end: Manifest | undefined;

  for await (const text of lines) {
    if (!head) {
      head = backupHeader.parse(JSON.parse(text));
      isOlder = await prepareTables(client, head);
      continue;
    }
    const item = backupLine.parse(JSON.parse(text));
    if ('table' in item) {
      await insertRows(client, item.table, head.tables[item.table] ?? [], text);
      rowsOf.set(item.table, (rowsOf.get(item.table) ?? 0) + item.rows.length);
    } else if ('sequence' in item) {
      await client.query('SELECT setval($1::regclass, $2::bigint)', [quote(item.sequence), item.value]);
    } else if ('upload' in item) await images.add(item);
    else end = item;
  }
  await images.flush();
  const rows = [...rowsOf.values()].reduce((sum, count) => sum + count, 0);
  if (!head || end?.rows !== rows || !isComplete(end, rowsOf, images.hashes))
    throw new StartError('it is not whole');
  await checkReferences(client);
  const tables = await hashTables(client, Object.keys(head.tables));
  checkTables(end, tables);
  if (isOlder) await migrateWithin(client);
  const missing = await findMissingFiles(client, files, images.hashes);
  if (missing.length > 0 && !allowMissing)
    throw missingFilesError(missing, `the backup or in ${files.place}`);
  return { rows, tables, missing, ...images.amount() };
}

function isComplete(end: Manifest, rowsOf: ReadonlyMap<string, number>, hashes: ReadonlyMap<string, string>) {
  const lacks = Object.entries(end.counts ?? {}).some(
    ([table, { rows: count }]) => (rowsOf.get(table) ?? 0) !== count,
  );
  const isOfFiles = end.filesHash === undefined || end.filesHash === hashOfAll(hashes);
  return end.uploads === hashes.size && !lacks && isOfFiles;
}

function checkTables(end: Manifest, tables: Amount['tables']): void {
  const wrong = Object.entries(end.counts ?? {}).find(([table, { hash }]) => tables[table]?.hash !== hash);
  if (wrong) throw new StartError(`the rows of ${wrong[0]} have another hash than those that were backed up`);
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
  const hashes = new Map<string, string>();
  let gathered: { folder: string; files: { name: string; bytes: Buffer }[] } | undefined;
  let total = 0;
  const writeGathered = async () => {
    if (gathered) await putFiles(store, gathered.folder, gathered.files);
    gathered = undefined;
  };
  return {
    hashes,
    flush: writeGathered,
    amount: () => ({ uploads: hashes.size, bytes: total, filesHash: hashOfAll(hashes) }),
    add: async (item: { upload: string; base64: string; sha256?: string | undefined }): Promise<void> => {
      const bytes = Buffer.from(item.base64, 'base64');
      const hash = hashSha256(bytes);
      if (item.sha256 !== undefined && item.sha256 !== hash) {
        throw new StartError(`the file ${item.upload} has another hash than the one that was backed up`);
      }
      const { dir: folder, base: name } = posix.parse(item.upload);
      if (gathered?.folder !== folder) {
        await writeGathered();
        gathered = { folder, files: [] };
      }
      gathered.files.push({ name, bytes });
      hashes.set(item.upload, hash);
      total += bytes.length;
    },
  };
}

/**
 * Makes empty tables of the backup's version. References are checked at the end, so the order of the tables does not
 * matter. Returns whether later migrations have to follow.
 */
async function prepareTables(client: pg.Client, { migrations }: Header): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATION_SETTINGS.tableName}`);
  const known = new Set(rows.map(({ name }) => name));
  if (migrations.some((name) => !known.has(name)))
    throw new StartError('a newer version of the product made it');

  await client.query(`SET LOCAL lock_timeout = '30s'`);
  const isOlder = known.size > migrations.length;
  if (isOlder) {
    await dropAll(client);
    await migrateWithin(client, migrations);
  }
  await client.query(`TRUNCATE ${(await listTables(client)).map(quote).join(', ')} RESTART IDENTITY CASCADE`);
  for (const { table, name } of await listReferences(client)) {
    await client.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${quote(name)} DEFERRABLE INITIALLY DEFERRED`);
  }
  return isOlder;
}

/** Extensions stay, since the role may lack the right to make them again. */
async function dropAll(client: pg.Client): Promise<void> {
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
  const names = columns.map((name) => quote(name)).join(', ');
  // Rows stay JSON of PostgreSQL, in which no number loses precision
  await client.query(
    `INSERT INTO ${quote(table)} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${names} FROM jsonb_populate_recordset(NULL::${quote(table)}, $1::jsonb -> 'rows')`,
    [text],
  );
}

async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...rest] = chunk.split('\n');
    parts.push(first);
    for (const part of rest) {
      yield parts.join('');
      parts = [part];
    }
  }
}

function explainDamage(file: string, error: unknown): unknown {
  const isDamaged =
    error instanceof SyntaxError || error instanceof z.ZodError || /^Z_/.test(readErrorCode(error) ?? '');
  const reason = isDamaged ? 'it is no backup of this product, or damaged' : restoreFailureReason(error);
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
