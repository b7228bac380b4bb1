import pg from 'pg';
import type { Config } from '../config.ts';
import { type DataKeys, keyIdOf, seal, unseal } from '../crypto/data-keys.ts';
import { decrypt } from '../crypto/encryption.ts';
import { derivedSecret } from '../crypto/signed-token.ts';
import { accountSecret, hasKeyOf, isOfDataKey, missingKey, secretColumns } from './known-keys.ts';
import { beginWithoutLimits } from './tool-client.ts';

type Settings = Pick<Config, 'authSecret' | 'dataKeys'>;

/** Encrypts the secret of two-step sign-in for one account. In another account it does not open. */
export const sealSecret = (keys: DataKeys, account: number, secret: string): string =>
  seal(keys, secret, accountSecret.boundTo(account));

/** Null when it does not open: its key is missing, or it is another account's. */
export function openSecret(
  { dataKeys, authSecret }: Settings,
  account: number,
  sealed: string,
): string | null {
  if (isEarlier(sealed)) return openEarlier(authSecret, account, sealed);
  try {
    return unseal(dataKeys, sealed, accountSecret.boundTo(account));
  } catch {
    return null;
  }
}

interface Row {
  id: number;
  sealed: string;
}

/** Encrypts with the data key what earlier versions encrypted with a key derived from `AUTH_SECRET`. */
export async function encryptSecrets(
  connection: pg.ClientConfig,
  { dataKeys, authSecret }: Settings,
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'institute encrypt' });
  client.on('error', () => {});
  await client.connect();
  try {
    await replaceSecrets(client, accountSecret, `not ${isOfDataKey(accountSecret)}`, [], ({ id, sealed }) => {
      const secret = openEarlier(authSecret, id, sealed);
      // AUTH_SECRET has changed. The account can still use its recovery codes, and an owner can turn two-step sign-in off.
      return secret === null ? sealed : sealSecret(dataKeys, id, secret);
    });
  } finally {
    await client.end();
  }
}

/** Encrypts again, with the first key, the secrets that another key has encrypted: also those of webhooks. */
export async function rotateSecrets(client: pg.Client, keys: DataKeys): Promise<void> {
  for (const secret of secretColumns) {
    await replaceSecrets(
      client,
      secret,
      `${isOfDataKey(secret)} and not starts_with(${secret.column}, $1 || '.')`,
      [keys.all()[0].id],
      ({ id, sealed }) => {
        if (!hasKeyOf(keys, sealed)) throw missingKey(keyIdOf(sealed), keys);
        const boundTo = secret.boundTo(id);
        return seal(keys, unseal(keys, sealed, boundTo), boundTo);
      },
    );
  }
}

/** There are few accounts and webhooks, so one transaction holds them all. */
async function replaceSecrets(
  client: pg.Client,
  { table, column }: Pick<typeof accountSecret, 'table' | 'column'>,
  which: string,
  values: string[],
  replaced: (row: Row) => string,
): Promise<void> {
  await beginWithoutLimits(client);
  const { rows } = await client.query<Row>(
    `SELECT id, ${column} AS sealed FROM ${table} WHERE ${which} FOR UPDATE`,
    values,
  );
  for (const row of rows) {
    await client.query(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [row.id, replaced(row)]);
  }
  await client.query('COMMIT');
}

/** True for a secret that no data key encrypted: the opposite of `isOfDataKey`, outside SQL. */
const isEarlier = (sealed: string) => !sealed.includes('.');

const openEarlier = (authSecret: string, account: number, sealed: string) =>
  decrypt(
    Buffer.from(derivedSecret({ authSecret }, 'second factor'), 'base64url'),
    Buffer.from(sealed, 'base64url'),
    String(account),
  );
