import type { FastifyRequest } from 'fastify';
import type { Actor, Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { isOwnOrigin } from './own-host.ts';

/** Finds the account of a bearer token. Throws for a wrong or expired one. */
type Authenticate = (ctx: Ctx, token: string) => Promise<Actor>;

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
  }
}

/**
 * Authenticates the caller; the route authorises. A call without a token comes from a visitor, a call with a
 * wrong or expired token is refused.
 */
export async function identify(request: FastifyRequest): Promise<void> {
  const token = bearerOf(request.headers.authorization);
  if (token !== undefined) request.ctx.actor = await request.server.authenticate(request.ctx, token);
}

/** The token, which may be empty. Other schemes belong to others, such as a proxy. */
function bearerOf(header = ''): string | undefined {
  const [scheme = '', token = ''] = header.trim().split(/\s+/);
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
}

/**
 * Protects calls that a cookie alone authorises. Programs send no `Origin`; browsers always do, and it must be
 * our own.
 */
export function refuseForeignOrigin({ headers: { origin }, ctx }: FastifyRequest): void {
  if (origin !== undefined && !isOwnOrigin(origin, ctx.config.publicUrl)) {
    throw new AppError('FORBIDDEN', 'This call must come from the site itself');
  }
}
