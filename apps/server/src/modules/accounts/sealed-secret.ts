import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { derivedSecret } from '../../signed-token.ts';

type Secret = Pick<Config, 'authSecret'>;

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (config: Secret) => Buffer.from(derivedSecret(config, 'second factor'), 'base64url');

/** Encrypts a secret for one account, so that a copy of the database alone does not show it. */
export function seal(config: Secret, account: number, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(config), iv).setAAD(Buffer.from(String(account)));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Null when it was sealed with another key, or for another account. */
export function unseal(config: Secret, account: number, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(config), iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(String(account)))
      .setAuthTag(tag);
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
