import type pg from 'pg';
import type { Config } from '../../../config/config.ts';
import { decrypt } from '../../../crypto/data-keys.ts';
import { declareSecretColumn, isOfDataKey, writeSealed } from '../../../crypto/sealed-columns.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { withClient } from '../../../database/client.ts';
import { beginWithoutLimits } from '../../../database/tool-client.ts';

type Settings = Pick<Config, 'authSecret' | 'dataKeys'>;

/** Without this secret an account can still use its recovery codes. */
export const accountSecret = declareSecretColumn('accounts', 'second_factor_secret', {
  words: 'secrets of two-step sign-in',
});

/** Returns null when the key is missing or the secret belongs to another account. */
export const openSecret = ({ dataKeys, authSecret }: Settings, account: number, sealed: string) =>
  isEarlier(sealed)
    ? openEarlier(authSecret, account, sealed)
    : accountSecret.open(dataKeys, account, sealed);

/** Earlier versions used a key derived from `AUTH_SECRET`. */
export const encryptSecrets = (connection: pg.ClientConfig, { dataKeys, authSecret }: Settings) =>
  withClient(connection, 'encrypt', async (client) => {
    await beginWithoutLimits(client);
    const { rows } = await client.query<{ id: number; sealed: string }>(
      `SELECT id, second_factor_secret AS sealed FROM accounts WHERE NOT ${isOfDataKey(accountSecret)} FOR UPDATE`,
    );
    const readable = rows.flatMap(({ id, sealed }) => {
      const secret = openEarlier(authSecret, id, sealed);
      // Null when AUTH_SECRET has changed. The account can still use its recovery codes, and an owner can
      // turn two-step sign-in off.
      return secret === null ? [] : [{ id, second_factor_secret: accountSecret.seal(dataKeys, id, secret) }];
    });
    await writeSealed(client, accountSecret, readable);
    await client.query('COMMIT');
  });

const isEarlier = (sealed: string) => !sealed.includes('.');

const openEarlier = (authSecret: string, account: number, sealed: string) =>
  decrypt(
    Buffer.from(deriveSecret({ authSecret }, 'second factor'), 'base64url'),
    Buffer.from(sealed, 'base64url'),
    String(account),
  );

/** Ends the sessions of every account. Known devices become unknown, and links for a new password or to sign in end. */
export async function endAllSessions(execute: (sql: string) => Promise<unknown>): Promise<void> {
  // The accounts first, because others lock in this order
  await execute('UPDATE accounts SET device_key = gen_random_uuid()');
  await execute('UPDATE sessions SET ended_at = now() WHERE ended_at IS NULL');
  await execute(`DELETE FROM access_links WHERE purpose <> 'invitation'`);
}
