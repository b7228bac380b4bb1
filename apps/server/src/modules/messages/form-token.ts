import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Ctx } from '../../context.ts';
import { signToken, verifyToken } from '../../crypto/signed-token.ts';

type TokenCtx = Pick<Ctx, 'config' | 'now'>;

/** In seconds. Nobody writes a message faster. */
const USABLE_AFTER = 2;
/** In seconds. A page may stay open for a day. */
const EXPIRES_AFTER = 24 * 60 * 60;

/** For one message. The token is signed, so no table stores it. */
export async function newFormToken(ctx: TokenCtx, usableAfter = USABLE_AFTER) {
  const usableAt = ctx.now().getTime() + usableAfter * 1000;
  const claims = { id: randomUUID(), usableAt };
  const token = await signToken(ctx, { purpose: 'form', claims, lifetimeS: EXPIRES_AFTER });
  return { token, usableAfter, expiresAfter: EXPIRES_AFTER };
}

const claims = z.object({ id: z.uuid(), usableAt: z.number() });

export async function readFormToken(
  ctx: TokenCtx,
  token: string | undefined,
): Promise<{ id: string; isEarly: boolean } | null> {
  if (!token) return null;
  try {
    const { id, usableAt } = await verifyToken(ctx, 'form', { token, claims });
    return { id, isEarly: ctx.now().getTime() < usableAt };
  } catch {
    return null;
  }
}
