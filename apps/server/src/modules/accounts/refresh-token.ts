import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';

export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** Always the same for the same token, so that none has to be kept in order to be given twice. */
export const successorOf = ({ authSecret }: Pick<Config, 'authSecret'>, token: string): string =>
  createHmac('sha256', authSecret).update(`refresh token after ${token}`).digest('base64url');

/** What the database keeps. The token is random enough that a plain hash tells nothing of it. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
