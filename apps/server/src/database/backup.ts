import { createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { type Amount, FORMAT, type Header, VERSION } from './backup-format.ts';
import { MIGRATIONS } from './migration-settings.ts';

const ROWS_A_LINE = 100;
const quote = pg.escapeIdentifier;

/** Writes one snapshot of all tables, and the uploads, to a file. A failed backup leaves no file. */
export async function writeBackup(
  connection: pg.ClientConfig,
  dataDir: string,
  file: string,
): Promise<Amount> {
  const client = new pg.Client({ ...connection, application_name: 'institute backup' });
  await client.connect();
  const amount = { rows: 0, uploads: 0 };
  const draft = `${file}.part`;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const lines = Readable.from(backupLines(client, join(dataDir, 'uploads'), amount));
    await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, file);
    return amount;
  } finally {
    await rm(draft, { force: true });
    await client.end();
  }
}

async function* backupLines(client: pg.Client, uploads: string, amount: Amount): AsyncGenerator<string> {
  const tables = await tablesOf(client);
  const { rows: done } = await client.query<{ name: string }>(
    `SELECT name FROM ${MIGRATIONS.tableName} ORDER BY id`,
  );
  const header: Header = {
    format: FORMAT,
    version: VERSION,
    madeAt: new Date().toISOString(),
    migrations: done.map(({ name }) => name),
    tables,
  };
  yield `${JSON.stringify(header)}\n`;
  for (const table of Object.keys(tables)) yield* tableLines(client, table, amount);
  yield* sequenceLines(client);
  yield* uploadLines(uploads, amount);
  yield `${JSON.stringify({ end: true, ...amount })}\n`;
}

/** The columns that are not generated. */
async function tablesOf(client: pg.Client): Promise<Header['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' AND table_name <> $1
     GROUP BY table_name ORDER BY table_name`,
    [MIGRATIONS.tableName],
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

async function* tableLines(client: pg.Client, table: string, amount: Amount): AsyncGenerator<string> {
  await client.query(
    `DECLARE rows NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS json FROM ${quote(table)} t`,
  );
  for (;;) {
    const { rows } = await client.query<{ json: string }>(`FETCH ${ROWS_A_LINE} FROM rows`);
    if (rows.length === 0) break;
    amount.rows += rows.length;
    // PostgreSQL's text, since JavaScript numbers could lose the last digit of a price
    yield `{"table":${JSON.stringify(table)},"rows":[${rows.map(({ json }) => json).join(',')}]}\n`;
  }
  await client.query('CLOSE rows');
}

async function* sequenceLines(client: pg.Client): AsyncGenerator<string> {
  const { rows } = await client.query<{ sequence: string; value: string }>(
    `SELECT sequencename AS sequence, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL
       AND sequencename NOT LIKE '${MIGRATIONS.tableName}%' ORDER BY 1`,
  );
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

async function* uploadLines(folder: string, amount: Amount): AsyncGenerator<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const upload = relative(folder, path).split(sep).join('/');
    // unfinished files begin with a dot
    if (!entry.isFile() || upload.startsWith('.')) continue;
    const bytes = await readFile(path);
    amount.uploads += 1;
    yield `${JSON.stringify({ upload, base64: bytes.toString('base64') })}\n`;
  }
}
