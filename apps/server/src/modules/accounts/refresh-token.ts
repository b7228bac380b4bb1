import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { derivedSecret } from '../../signed-token.ts';

export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** Always the same for the same token, so that it can be given twice without being stored. */
export const successorOf = (config: Pick<Config, 'authSecret'>, token: string): string =>
  derivedSecret(config, 'refresh token after', token);

/** What the database keeps. The token is random, so a plain hash is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
