import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { derivedSecret } from '../../crypto/signed-token.ts';

export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** The next token is derived from the current one, so it can be issued twice without being stored. */
export const nextRefreshToken = (config: Pick<Config, 'authSecret'>, token: string): string =>
  derivedSecret(config, 'refresh token after', token);

/** The token is random, so a fast hash is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
