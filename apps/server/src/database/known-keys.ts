import type pg from 'pg';
import { type DataKeys, keyIdOf } from '../crypto/data-keys.ts';
import { StartError } from '../errors.ts';

type Client = Pick<pg.Client, 'query'>;

/**
 * Refuses to go on without a key that the database needs. Notes the key that writes from now on. A key that nothing
 * is encrypted with any more is forgotten.
 */
export async function checkDataKeys(client: Client, keys: DataKeys): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM data_keys ORDER BY created_at');
  const given = idsOf(keys);
  for (const { id } of rows) {
    if (given.includes(id)) continue;
    const { rows: used } = await client.query(
      `(SELECT FROM registrations WHERE starts_with(medical, $1 || '.') LIMIT 1)
       ${secretColumns
         .map(
           ({ table, column }) =>
             `UNION ALL (SELECT FROM ${table} WHERE starts_with(${column}, $1 || '.') LIMIT 1)`,
         )
         .join(' ')}`,
      [id],
    );
    if (used.length > 0) throw missingKey(id, keys);
    await client.query('DELETE FROM data_keys WHERE id = $1', [id]);
  }
  await client.query('INSERT INTO data_keys (id) VALUES ($1) ON CONFLICT DO NOTHING', [given[0]]);
}

/** A column with a secret. The encrypted secret opens only for the row that it was made for. */
interface SecretColumn {
  table: string;
  column: string;
  boundTo(id: number): string;
}

export const accountSecret: SecretColumn = {
  table: 'accounts',
  column: 'second_factor_secret',
  boundTo: (id) => `accounts.second_factor_secret ${id}`,
};
export const webhookSecret: SecretColumn = {
  table: 'webhooks',
  column: 'secret',
  boundTo: (id) => `webhooks.secret ${id}`,
};
/** The former secret of a webhook was its secret, so both are bound to the same. */
export const secretColumns = [accountSecret, webhookSecret, { ...webhookSecret, column: 'former_secret' }];

/**
 * SQL: the secret is encrypted with a data key. It begins with the key's id and a point; secrets of earlier
 * versions are base64url, which has no point.
 */
export const isOfDataKey = ({ column }: SecretColumn): string => `position('.' in ${column}) > 0`;

/** The ids of the keys that rows are encrypted with. Reads every row. */
export async function usedKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT split_part(medical, '.', 1) AS id FROM registrations WHERE medical IS NOT NULL
     ${secretColumns
       .map(
         (secret) =>
           `UNION SELECT split_part(${secret.column}, '.', 1) FROM ${secret.table} WHERE ${isOfDataKey(secret)}`,
       )
       .join(' ')}`,
  );
  return rows.map(({ id }) => id);
}

/** Notes anew which keys the database needs, after many rows have changed. */
export async function noteUsedKeys(client: Client, keys: DataKeys): Promise<void> {
  const [first] = idsOf(keys);
  const used = [...new Set([...(await usedKeys(client)), first])];
  await client.query('DELETE FROM data_keys WHERE id <> ALL ($1)', [used]);
  await client.query('INSERT INTO data_keys (id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [used]);
}

/**
 * Erases the answers and the secrets that none of the keys opens. Returns of how many registrations. An account without
 * its secret still has its recovery codes. A webhook without one sends nothing until it gets a new one.
 */
export async function eraseUnreadable(client: Client, keys: DataKeys): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE registrations SET medical = NULL, medical_id = NULL, medical_terms = NULL,
       version = version + 1, updated_at = now()
     WHERE medical IS NOT NULL AND split_part(medical, '.', 1) <> ALL ($1)`,
    [idsOf(keys)],
  );
  for (const secret of secretColumns) {
    const { table, column } = secret;
    await client.query(
      `UPDATE ${table} SET ${column} = NULL
       WHERE ${isOfDataKey(secret)} AND split_part(${column}, '.', 1) <> ALL ($1)`,
      [idsOf(keys)],
    );
  }
  return rowCount ?? 0;
}

export const idsOf = (keys: DataKeys): string[] => keys.all().map(({ id }) => id);

/** True when one of the keys is the one that the text is encrypted with. */
export const hasKeyOf = (keys: DataKeys, sealed: string): boolean => idsOf(keys).includes(keyIdOf(sealed));

export const missingKey = (id: string, { place }: DataKeys): StartError =>
  new StartError(
    `Health answers, or secrets of two-step sign-in, in the database are encrypted with the data key ${id}, which is not in ${place}: put the right key there, as docs/guides/operate.md describes under "The data key".`,
  );
