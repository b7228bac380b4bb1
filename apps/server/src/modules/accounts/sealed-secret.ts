import type { Config } from '../../config.ts';
import { decrypt, encrypt } from '../../encryption.ts';
import { derivedSecret } from '../../signed-token.ts';

type Secret = Pick<Config, 'authSecret'>;

const keyOf = (config: Secret) => Buffer.from(derivedSecret(config, 'second factor'), 'base64url');

/** Encrypts a secret for one account, so that a copy of the database alone does not show it. */
export const seal = (config: Secret, account: number, text: string): string =>
  encrypt(keyOf(config), text, String(account)).toString('base64url');

/** Null when it was sealed with another key, or for another account. */
export const unseal = (config: Secret, account: number, sealed: string): string | null =>
  decrypt(keyOf(config), Buffer.from(sealed, 'base64url'), String(account));
