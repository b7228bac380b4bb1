import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

const LIFETIME_S = 15 * 60;
const issuer = 'institute';
const audience = 'institute-admin';
const algorithm = 'HS256';

/** Whom a bearer names. It says nothing of whether the session still lives. */
export interface Bearer {
  accountId: number;
  sessionId: string;
}
type ReadBearer = Bearer & { endsAt: Date };
type Keys = Pick<Ctx, 'config' | 'now'>;

const claims = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
  sid: z.uuid(),
  exp: z.number(),
});
const keyOf = ({ config }: Keys) => new TextEncoder().encode(config.authSecret);

export function issueBearer(ctx: Keys, { accountId, sessionId }: Bearer): Promise<string> {
  const issuedAt = Math.floor(ctx.now().getTime() / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(String(accountId))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_S)
    .sign(keyOf(ctx));
}

export async function readBearer(ctx: Keys, token: string): Promise<ReadBearer> {
  try {
    const { payload } = await jwtVerify(token, keyOf(ctx), {
      algorithms: [algorithm],
      issuer,
      audience,
      currentDate: ctx.now(),
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    });
    const { sub, sid, exp } = claims.parse(payload);
    return { accountId: sub, sessionId: sid, endsAt: new Date(exp * 1000) };
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw new AppError('TOKEN_EXPIRED', 'Your session needs renewing');
    throw notSignedIn();
  }
}

export const notSignedIn = (): AppError => new AppError('UNAUTHENTICATED', 'Please sign in again');
