import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Config } from '../../../config/config.ts';
import type { Ctx } from '../../../context.ts';
import {
  accountSubject,
  deriveSecret,
  signToken,
  TokenError,
  verifyToken,
} from '../../../crypto/signed-token.ts';
import { AppError } from '../../../errors.ts';

/** Derives the secret part of an emailed link. The database holds only its hash. */
export const deriveLinkToken = (config: Pick<Config, 'authSecret'>, id: string): string =>
  deriveSecret(config, 'access link', id);

export const makeInvitationUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/admin/invitation?token=${token}`;

export const makeRefreshToken = (): string => randomBytes(32).toString('base64url');

/** The next token is derived from the current one, so it can be issued twice without being stored. */
export const deriveRefreshToken = (config: Pick<Config, 'authSecret'>, token: string): string =>
  deriveSecret(config, 'refresh token after', token);

/** The token is random, so a fast hash is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const BEARER_LIFETIME_S = 15 * 60;

/** Content of a bearer token. Its session may have ended since the token was issued. */
export interface Bearer {
  accountId: number;
  sessionId: string;
}
type VerifiedBearer = Bearer & { endsAt: Date };
type TokenCtx = Pick<Ctx, 'config' | 'now'>;

const bearerClaims = z.object({ sub: accountSubject, sid: z.uuid(), exp: z.number() });

export const issueBearer = (ctx: TokenCtx, { accountId, sessionId }: Bearer): Promise<string> =>
  signToken(ctx, {
    purpose: 'admin',
    subject: String(accountId),
    claims: { sid: sessionId },
    lifetimeS: BEARER_LIFETIME_S,
  });

export async function readBearer(ctx: TokenCtx, token: string): Promise<VerifiedBearer> {
  try {
    const { sub, sid, exp } = await verifyToken(ctx, 'admin', { token, claims: bearerClaims });
    return { accountId: sub, sessionId: sid, endsAt: new Date(exp * 1000) };
  } catch (error) {
    if (error instanceof TokenError && error.isExpired) {
      throw new AppError('TOKEN_EXPIRED', 'Your session needs renewing');
    }
    throw notSignedInError();
  }
}

export const notSignedInError = (): AppError => new AppError('UNAUTHENTICATED', 'Please sign in again');
