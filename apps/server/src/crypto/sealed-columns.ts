import { defineEntity, p } from '@mikro-orm/core';
import type pg from 'pg';
import { StartError } from '../errors.ts';
import { type DataKeys, readKeyId, SealError, sealText, unsealText } from './data-keys.ts';

type Client = Pick<pg.Client, 'query'>;
type RowId = number | string;
export type SealedRow = { id: RowId } & Record<string, unknown>;

export interface SealedColumn {
  table: string;
  column: string;
  words: string;
  /** Columns that are written and erased together with it. */
  others: readonly string[];
  reseal(keys: DataKeys, row: SealedRow): Record<string, unknown>;
  /** SQL of what else changes when the text is erased. */
  whenErased?: string;
}

export interface Sealing {
  keys: DataKeys;
  columns: readonly SealedColumn[];
}

/** One secret in each row. It opens only in that row and for its purpose. */
export function declareSecretColumn(
  table: string,
  column: string,
  { words, purpose = `${table}.${column}` }: { words: string; purpose?: string },
) {
  const makeBinding = (id: RowId) => `${purpose} ${id}`;
  return {
    table,
    column,
    words,
    others: [],
    reseal: (keys: DataKeys, { id, [column]: sealed }: SealedRow) => ({
      [column]: sealText(keys, unsealText(keys, String(sealed), makeBinding(id)), makeBinding(id)),
    }),
    seal: (keys: DataKeys, id: RowId, secret: string): string => sealText(keys, secret, makeBinding(id)),
    /** Null when its key is missing or it belongs to another row. */
    open(keys: DataKeys, id: RowId, sealed: string): string | null {
      try {
        return unsealText(keys, sealed, makeBinding(id));
      } catch (error) {
        if (error instanceof SealError) return null;
        throw error;
      }
    },
  };
}

/**
 * Throws when the database needs a key that is missing. Notes the key that writes from now on, and forgets
 * unused ones.
 */
export async function checkDataKeys(client: Client, sealing: Sealing): Promise<void> {
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
 * SQL condition. An encrypted text begins with the key's id and a point. Secrets of earlier versions are
 * base64url, without a point.
 */
export const isOfDataKey = ({ column }: Pick<SealedColumn, 'column'>) => `position('.' in ${column}) > 0`;

export async function findUsedKeys(client: Client, columns: readonly SealedColumn[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    columns
      .map(
        (one) => `SELECT split_part(${one.column}, '.', 1) AS id FROM ${one.table} WHERE ${isOfDataKey(one)}`,
      )
      .join(' UNION '),
  );
  return rows.map(({ id }) => id);
}

export async function recordUsedKeys(client: Client, { keys, columns }: Sealing): Promise<void> {
  const used = [...new Set([...(await findUsedKeys(client, columns)), keys.all()[0].id])];
  await client.query('DELETE FROM data_keys WHERE id <> ALL ($1)', [used]);
  await client.query('INSERT INTO data_keys (id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [used]);
}

export async function eraseUnreadable(client: Client, { keys, columns }: Sealing) {
  const erased: Record<string, number> = {};
  for (const sealed of columns) {
    const { table, column, others, whenErased } = sealed;
    const nulls = [column, ...others].map((name) => `${name} = NULL`);
    const { rowCount } = await client.query(
      `UPDATE ${table} SET ${[...nulls, ...(whenErased ? [whenErased] : [])].join(', ')}
       WHERE ${isOfDataKey(sealed)} AND split_part(${column}, '.', 1) <> ALL ($1)`,
      [listKeyIds(keys)],
    );
    erased[table] = (erased[table] ?? 0) + (rowCount ?? 0);
  }
  return erased;
}

/** Does not count as a change of the rows. */
export async function writeSealed(
  client: Client,
  { table, column, others }: SealedColumn,
  rows: readonly SealedRow[],
): Promise<void> {
  const set = [column, ...others].map((name) => `${name} = given.${name}`);
  await client.query(
    `UPDATE ${table} SET ${set.join(', ')} FROM jsonb_populate_recordset(NULL::${table}, $1) AS given
     WHERE ${table}.id = given.id`,
    [JSON.stringify(rows)],
  );
}

export const listKeyIds = (keys: DataKeys): string[] => keys.all().map(({ id }) => id);

export const hasKeyFor = (keys: DataKeys, sealed: string) => listKeyIds(keys).includes(readKeyId(sealed));

/** Such as "health answers, secrets of webhooks, or …". */
export const nameContents = (columns: readonly SealedColumn[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set(columns.map(({ words }) => words)));

export function missingKeyError(id: string, { keys, columns }: Sealing): StartError {
  const words = nameContents(columns);
  return new StartError(
    `${words.charAt(0).toUpperCase()}${words.slice(1)} in the database are encrypted with the data key ${id}, which is not in ${keys.place}: put the right key there, as docs/guides/operate.md describes under "The data key".`,
  );
}

/** Ids of the keys that encrypt something in the database, so that the start notices a missing key. */
export const DataKeyEntity = defineEntity({
  name: 'DataKey',
  tableName: 'data_keys',
  properties: {
    id: p.string().length(8).primary(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
  },
});
