import { createReadStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import * as z from 'zod';
import type { DataKeys } from '../data-keys.ts';
import { errorCode } from '../node-error.ts';
import { StartError } from '../start-error.ts';
import { type Amount, type Header, header, line } from './backup-format.ts';
import { ACTIVITY_CHANNEL, CHANNEL } from './changes.ts';
import { sealedColumns } from './encrypt-medical.ts';
import { presentNames } from './former-names.ts';
import { eraseUnreadable, idsOf, noteUsedKeys, usedKeys } from './known-keys.ts';
import { MIGRATIONS } from './migration-settings.ts';

const quote = pg.escapeIdentifier;

interface Target {
  connection: pg.ClientConfig;
  dataDir: string;
  dataKeys: DataKeys;
}

interface Options {
  /** Erases the health answers that no key opens, instead of restoring nothing. */
  eraseLost?: boolean;
}

/** Replaces all data by a backup, in one transaction. Nobody stays signed in. */
export async function restoreBackup(
  { connection, dataDir, dataKeys }: Target,
  file: string,
  { eraseLost = false }: Options = {},
): Promise<Amount> {
  const client = new pg.Client({ ...connection, application_name: 'institute restore' });
  await client.connect();
  try {
    await client.query('BEGIN');
    let amount: Amount = { rows: 0, uploads: 0 };
    await pipeline(createReadStream(file), createGunzip().setEncoding('utf8'), async (chunks) => {
      amount = await restoreAll(client, { uploads: join(dataDir, 'uploads'), dataKeys }, linesOf(chunks));
    });
    if (eraseLost) await eraseUnreadable(client, dataKeys);
    await checkKeys(client, dataKeys);
    await endSessions(client);
    // a running product empties its caches
    await client.query(`NOTIFY ${CHANNEL}; NOTIFY ${ACTIVITY_CHANNEL}`);
    await client.query('COMMIT');
    return amount;
  } catch (error) {
    throw explain(file, error);
  } finally {
    await client.end();
  }
}

/** A backup that is encrypted with another key would give a product that does not start. */
async function checkKeys(client: pg.Client, keys: DataKeys): Promise<void> {
  const lost = (await usedKeys(client)).find((id) => !idsOf(keys).includes(id));
  if (lost) {
    throw new StartError(
      `its health answers, or secrets of two-step sign-in, are encrypted with the data key ${lost}, which is not in ${keys.place}; add it there, or erase them with --erase-lost`,
    );
  }
  await noteUsedKeys(client, keys);
}

async function restoreAll(
  client: pg.Client,
  { uploads, dataKeys }: { uploads: string; dataKeys: DataKeys },
  lines: AsyncIterable<string>,
): Promise<Amount> {
  const amount = { rows: 0, uploads: 0 };
  let head: Header | undefined;
  let present = presentNames({ migrations: [] });
  let isWhole = false;

  for await (const text of lines) {
    if (!head) {
      head = header.parse(JSON.parse(text));
      present = presentNames(head);
      await emptyTables(client, head, Object.keys(head.tables).map(present.table));
      continue;
    }
    const item = line.parse(JSON.parse(text));
    if ('table' in item) {
      const columns = head.tables[item.table] ?? [];
      await insertRows(client, {
        table: present.table(item.table),
        renamed: present.columns(item.table),
        ...(isPlain(item.table, columns)
          ? { columns: encryptedColumns(columns), text: encryptedRows(item.rows, dataKeys) }
          : { columns, text }),
      });
      amount.rows += item.rows.length;
    } else if ('sequence' in item) {
      await client.query('SELECT setval($1::regclass, $2::bigint)', [
        quote(present.sequence(item.sequence)),
        item.value,
      ]);
    } else if ('upload' in item) {
      await writeUpload(join(uploads, item.upload), item.base64);
      amount.uploads += 1;
    } else isWhole = item.rows === amount.rows && item.uploads === amount.uploads;
  }
  if (!isWhole) throw new StartError('it is not whole');
  await checkReferences(client);
  return amount;
}

/** Empties the tables. References are checked at the end, so the order of the tables does not matter. */
async function emptyTables(
  client: pg.Client,
  { migrations }: Header,
  tables: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS.tableName}`);
  const known = new Set(rows.map(({ name }) => name));
  if (migrations.some((name) => !known.has(name)))
    throw new StartError('a newer version of the product made it');

  await client.query(`SET LOCAL lock_timeout = '30s'`);
  await client.query(`TRUNCATE ${tables.map(quote).join(', ')} RESTART IDENTITY CASCADE`);
  for (const { table, name } of await references(client)) {
    await client.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${quote(name)} DEFERRABLE INITIALLY DEFERRED`);
  }
}

/** Sessions and links for a new password may have ended after the backup was made. They must not come back. */
async function endSessions(client: pg.Client): Promise<void> {
  await client.query('UPDATE sessions SET ended_at = now() WHERE ended_at IS NULL');
  await client.query(`DELETE FROM access_links WHERE purpose = 'password-reset'`);
}

async function checkReferences(client: pg.Client): Promise<void> {
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { table, name } of await references(client)) {
    await client.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${quote(name)} NOT DEFERRABLE`);
  }
}

async function references(client: pg.Client): Promise<{ table: string; name: string }[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`,
  );
  return rows;
}

interface Rows {
  table: string;
  /** As the backup names them. */
  columns: readonly string[];
  /** The present names of those that were renamed. */
  renamed: Record<string, string>;
  text: string;
}

async function insertRows(client: pg.Client, { table, columns, renamed, text }: Rows): Promise<void> {
  const names = columns.map((name) => quote(renamed[name] ?? name)).join(', ');
  const isRenamed = Object.keys(renamed).length > 0;
  // the rows stay JSON of PostgreSQL, in which no number loses precision
  const rows = isRenamed
    ? `(SELECT jsonb_agg((SELECT jsonb_object_agg(coalesce($2::jsonb ->> key, key), value) FROM jsonb_each(item)))
        FROM jsonb_array_elements($1::jsonb -> 'rows') AS item)`
    : `$1::jsonb -> 'rows'`;
  await client.query(
    `INSERT INTO ${quote(table)} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${names} FROM jsonb_populate_recordset(NULL::${quote(table)}, ${rows})`,
    isRenamed ? [text, JSON.stringify(renamed)] : [text],
  );
}

const plainColumns = ['medical_conditions', 'allergies', 'medications'];

/** True for registrations from before health answers were encrypted. */
const isPlain = (table: string, columns: readonly string[]) =>
  table === 'registrations' && columns.includes('allergies');

const encryptedColumns = (columns: readonly string[]) => [
  ...columns.filter((name) => !plainColumns.includes(name)),
  ...['medical', 'medical_id', 'medical_terms'],
];

/** None of their numbers is too long for JavaScript. */
const encryptedRows = (rows: readonly Record<string, unknown>[], keys: DataKeys): string =>
  JSON.stringify({ rows: rows.map((row) => ({ ...row, ...sealedColumns(keys, row) })) });

/** Uploads are named by their content, so an existing file is the same file. */
async function writeUpload(path: string, base64: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, Buffer.from(base64, 'base64'), { flush: true });
  await rename(`${path}.part`, path);
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
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

/** One line about the fault of the file or the database. */
function explain(file: string, error: unknown): unknown {
  const isDamaged =
    error instanceof SyntaxError || error instanceof z.ZodError || /^Z_/.test(errorCode(error) ?? '');
  const reason = isDamaged ? 'it is no backup of this product, or damaged' : reasonOf(error);
  return reason ? new StartError(`Nothing was restored from ${file}: ${reason}.`) : error;
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  return errorCode(error) === 'ENOENT' ? 'there is no such file' : undefined;
}
