import pg from 'pg';
import * as z from 'zod';
import { MIGRATION_SETTINGS } from '../migration-settings.ts';

export const FORMAT_NAME = 'institute-backup';
export const FORMAT_VERSION = 1;

/** The first line of the file. The lines hold rows as PostgreSQL's own JSON, in which no value loses precision. */
export const backupHeader = z.object({
  format: z.literal(FORMAT_NAME),
  version: z.literal(FORMAT_VERSION),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.array(z.string())),
});
export type BackupHeader = z.infer<typeof backupHeader>;

/** A path that cannot lead out of the uploads folder. */
const uploadPath = z.string().regex(/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/);

/** The last line of the file. In backups of earlier versions it has neither bytes nor hashes. */
const backupManifest = z.object({
  end: z.literal(true),
  rows: z.number(),
  uploads: z.number(),
  bytes: z.number().optional(),
  counts: z.record(z.string(), z.object({ rows: z.number(), hash: z.string() })).optional(),
  filesHash: z.string().optional(),
  missing: z.array(z.string()).optional(),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** One line of a backup file, which is gzipped JSON lines: header, rows, sequences, uploads, manifest. */
export const backupLine = z.union([
  z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())) }),
  z.object({ sequence: z.string(), value: z.string() }),
  z.object({ upload: uploadPath, sha256: z.string().optional(), base64: z.string() }),
  backupManifest,
]);

export interface BackupAmount {
  rows: number;
  tables: Record<string, TableAmount>;
  uploads: number;
  bytes: number;
  filesHash: string;
  /** Paths of files that rows name but that were missing or cut off. */
  missing: string[];
}

export const makeEmptyAmount = (): BackupAmount => ({
  rows: 0,
  tables: {},
  uploads: 0,
  bytes: 0,
  filesHash: '',
  missing: [],
});

const quote = pg.escapeIdentifier;

export async function listTables(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> $1 ORDER BY 1`,
    [MIGRATION_SETTINGS.tableName],
  );
  return rows.map(({ name }) => name);
}

/** Number of rows and their hash. Equal rows have equal hashes, in any order and in any database. */
export interface TableAmount {
  rows: number;
  hash: string;
}

/**
 * Counts and hashes the rows of each table, without generated columns. Times are read in the transaction's time zone,
 * which must be the same on both sides of a comparison.
 */
export async function hashTables(client: Pick<pg.Client, 'query'>, tables: readonly string[]) {
  const amountsByTable: Record<string, TableAmount> = {};
  for (const table of tables) {
    // The hashes of rows are added, which needs neither an order nor memory
    const { rows } = await client.query<TableAmount>(
      `SELECT count(*)::float8 AS rows, md5(concat_ws(' ', ${sumHashHalvesSql('left')}, ${sumHashHalvesSql('right')})) AS hash
       FROM (SELECT md5((to_jsonb(t) - $1::text[])::text) AS md5 FROM ${quote(table)} t) AS hashes`,
      [await listGeneratedColumns(client, table)],
    );
    if (rows[0]) amountsByTable[table] = rows[0];
  }
  return amountsByTable;
}

const sumHashHalvesSql = (side: 'left' | 'right') =>
  `coalesce(sum(('x' || ${side}(md5, 16))::bit(64)::bigint), 0)`;

async function listGeneratedColumns(client: Pick<pg.Client, 'query'>, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name::text AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated <> 'NEVER'`,
    [table],
  );
  return rows.map(({ name }) => name);
}
