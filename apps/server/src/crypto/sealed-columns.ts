import { defineEntity, p } from '@mikro-orm/core';
import type pg from 'pg';
import { StartError } from '../errors.ts';
import { type DataKeys, readKeyId, SealedTextError, sealText, unsealText } from './data-keys.ts';

type QueryClient = Pick<pg.Client, 'query'>;
type RowId = number | string;
export type SealedRow = { id: RowId } & Record<string, unknown>;

export interface SealedColumn {
  table: string;
  column: string;
  words: string;
  /** Columns that are written and erased together with the encrypted one. */
  others: readonly string[];
  reseal(keys: DataKeys, row: SealedRow): Record<string, unknown>;
  /** SQL of other changes to the row when the text is erased. */
  whenErased?: string;
}

export interface ColumnSealing {
  keys: DataKeys;
  columns: readonly SealedColumn[];
}

/** Declares a column with one secret in each row. A secret opens only in its row and for its purpose. */
export function declareSecretColumn(
  table: string,
  column: string,
  { words, purpose = `${table}.${column}` }: { words: string; purpose?: string },
) {
  const nameRowForSealing = (id: RowId) => `${purpose} ${id}`;
  return {
    table,
    column,
    words,
    others: [],
    reseal: (keys: DataKeys, { id, [column]: sealed }: SealedRow) => ({
      [column]: sealText(
        keys,
        unsealText(keys, String(sealed), nameRowForSealing(id)),
        nameRowForSealing(id),
      ),
    }),
    seal: (keys: DataKeys, id: RowId, secret: string): string =>
      sealText(keys, secret, nameRowForSealing(id)),
    /** Returns null when the key is missing, or when the text belongs to another row. */
    open(keys: DataKeys, id: RowId, sealed: string): string | null {
      try {
        return unsealText(keys, sealed, nameRowForSealing(id));
      } catch (error) {
        if (error instanceof SealedTextError) return null;
        throw error;
      }
    },
  };
}

/**
 * Throws when the database needs a key that is missing. Records the key that encrypts from now on, and removes the
 * records of unused keys.
 */
export async function checkDataKeys(client: QueryClient, sealing: ColumnSealing): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM data_keys ORDER BY created_at');
  const keyIds = listKeyIds(sealing.keys);
  for (const { id } of rows) {
    if (keyIds.includes(id)) continue;
    const { rows: used } = await client.query(
      sealing.columns
        .map(({ table, column }) => `(SELECT FROM ${table} WHERE starts_with(${column}, $1 || '.') LIMIT 1)`)
        .join(' UNION ALL '),
      [id],
    );
    if (used.length > 0) throw missingKeyError(id, sealing);
    await client.query('DELETE FROM data_keys WHERE id = $1', [id]);
  }
  await client.query('INSERT INTO data_keys (id) VALUES ($1) ON CONFLICT DO NOTHING', [keyIds[0]]);
}

/**
 * SQL condition of texts that a data key has encrypted: they begin with the key's id and a point. Secrets of earlier
 * versions are base64url, which has no point.
 */
export const isSealedSql = ({ column }: Pick<SealedColumn, 'column'>) => `position('.' in ${column}) > 0`;

/** A restored backup of an earlier release lacks the columns that came later. */
async function keepStoredColumns(
  client: QueryClient,
  columns: readonly SealedColumn[],
): Promise<SealedColumn[]> {
  const { rows } = await client.query<{ place: string }>(
    `SELECT table_name || '.' || column_name AS place FROM information_schema.columns WHERE table_name = ANY ($1)`,
    [columns.map(({ table }) => table)],
  );
  const storedPlaces = new Set(rows.map(({ place }) => place));
  return columns.filter(({ table, column }) => storedPlaces.has(`${table}.${column}`));
}

export async function findUsedKeys(client: QueryClient, columns: readonly SealedColumn[]): Promise<string[]> {
  const storedColumns = await keepStoredColumns(client, columns);
  const { rows } = await client.query<{ id: string }>(
    storedColumns
      .map(
        (one) => `SELECT split_part(${one.column}, '.', 1) AS id FROM ${one.table} WHERE ${isSealedSql(one)}`,
      )
      .join(' UNION '),
  );
  return rows.map(({ id }) => id);
}

export async function recordUsedKeys(client: QueryClient, { keys, columns }: ColumnSealing): Promise<void> {
  const usedKeyIds = [...new Set([...(await findUsedKeys(client, columns)), keys.all()[0].id])];
  await client.query('DELETE FROM data_keys WHERE id <> ALL ($1)', [usedKeyIds]);
  await client.query('INSERT INTO data_keys (id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
    usedKeyIds,
  ]);
}

export async function eraseUnreadableRows(client: QueryClient, { keys, columns }: ColumnSealing) {
  const erasedCounts: Record<string, number> = {};
  for (const sealedColumn of await keepStoredColumns(client, columns)) {
    const { table, column, others, whenErased } = sealedColumn;
    const nullAssignments = [column, ...others].map((name) => `${name} = NULL`);
    const { rowCount } = await client.query(
      `UPDATE ${table} SET ${[...nullAssignments, ...(whenErased ? [whenErased] : [])].join(', ')}
       WHERE ${isSealedSql(sealedColumn)} AND split_part(${column}, '.', 1) <> ALL ($1)`,
      [listKeyIds(keys)],
    );
    erasedCounts[table] = (erasedCounts[table] ?? 0) + (rowCount ?? 0);
  }
  return erasedCounts;
}

/** Writes new encrypted texts. This is not a change of the rows, so versions and times stay. */
export async function writeSealedTexts(
  client: QueryClient,
  { table, column, others }: SealedColumn,
  rows: readonly SealedRow[],
): Promise<void> {
  const givenValueAssignments = [column, ...others].map((name) => `${name} = given.${name}`);
  await client.query(
    `UPDATE ${table} SET ${givenValueAssignments.join(', ')} FROM jsonb_populate_recordset(NULL::${table}, $1) AS given
     WHERE ${table}.id = given.id`,
    [JSON.stringify(rows)],
  );
}

export const listKeyIds = (keys: DataKeys): string[] => keys.all().map(({ id }) => id);

export const hasKeyOfText = (keys: DataKeys, sealed: string) => listKeyIds(keys).includes(readKeyId(sealed));

/** Names the encrypted contents, such as "health answers, secrets of webhooks, or …". */
export const formatContentNames = (columns: readonly SealedColumn[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set(columns.map(({ words }) => words)));

export function missingKeyError(id: string, { keys, columns }: ColumnSealing): StartError {
  const contentNames = formatContentNames(columns);
  return new StartError(
    `${contentNames.charAt(0).toUpperCase()}${contentNames.slice(1)} in the database are encrypted with the data key ${id}, which is not in ${keys.place}: put the right key there, as docs/guides/operate.md describes under "The data key".`,
  );
}

/** Ids of the keys that have encrypted something in the database. With them a start notices that a key is missing. */
export const DataKeyEntity = defineEntity({
  name: 'DataKey',
  tableName: 'data_keys',
  properties: {
    id: p.string().length(8).primary(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
  },
});
