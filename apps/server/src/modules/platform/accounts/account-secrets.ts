import type pg from 'pg';
import type { Config } from '../../../config/config.ts';
import { decrypt } from '../../../crypto/data-keys.ts';
import { declareSecretColumn, isSealedSql, writeSealedTexts } from '../../../crypto/sealed-columns.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { withClient } from '../../../database/client.ts';
import { beginWithoutLimits } from '../../../database/tool-client.ts';

type SecretSettings = Pick<Config, 'authSecret' | 'dataKeys'>;

/** Secrets of two-step sign-in. If one cannot be read, its account can still use the recovery codes. */
export const accountSecretColumn = declareSecretColumn('accounts', 'second_factor_secret', {
  words: 'secrets of two-step sign-in',
});

/** Returns null when the key is missing or the secret belongs to another account. */
export const openSecret = ({ dataKeys, authSecret }: SecretSettings, account: number, sealed: string) =>
  isEarlierSecret(sealed)
    ? openEarlierSecret(authSecret, account, sealed)
    : accountSecretColumn.open(dataKeys, account, sealed);

/** Encrypts secrets of earlier versions with the data key. Those versions used a key derived from `AUTH_SECRET`. */
export const encryptSecrets = (connection: pg.ClientConfig, { dataKeys, authSecret }: SecretSettings) =>
  withClient(connection, 'encrypt', async (client) => {
    await beginWithoutLimits(client);
    const { rows } = await client.query<{ id: number; sealed: string }>(
      `SELECT id, second_factor_secret AS sealed FROM accounts WHERE NOT ${isSealedSql(accountSecretColumn)} FOR UPDATE`,
    );
    const readableSecrets = rows.flatMap(({ id, sealed }) => {
      const openedSecret = openEarlierSecret(authSecret, id, sealed);
      // The secret is null when AUTH_SECRET has changed. The account can still use its recovery codes, and an owner
      // can turn its two-step sign-in off.
      return openedSecret === null
        ? []
        : [{ id, second_factor_secret: accountSecretColumn.seal(dataKeys, id, openedSecret) }];
    });
    await writeSealedTexts(client, accountSecretColumn, readableSecrets);
    await client.query('COMMIT');
  });

const isEarlierSecret = (sealed: string) => !sealed.includes('.');

const openEarlierSecret = (authSecret: string, account: number, sealed: string) =>
  decrypt(
    Buffer.from(deriveSecret({ authSecret }, 'second factor'), 'base64url'),
    Buffer.from(sealed, 'base64url'),
    String(account),
  );

/** Ends the sessions of every account. Known devices become unknown, and links for a new password or to sign in end. */
export async function endAllSessions(execute: (sql: string) => Promise<unknown>): Promise<void> {
  // Accounts are locked first, because all other transactions lock in this order
  await execute('UPDATE accounts SET device_key = gen_random_uuid()');
  await execute('UPDATE sessions SET ended_at = now() WHERE ended_at IS NULL');
  await execute(`DELETE FROM access_links WHERE purpose <> 'invitation'`);
}
