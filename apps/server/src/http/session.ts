import type { FastifyRequest } from 'fastify';
import type { Actor, Ctx } from '../context.ts';
import { AppError } from '../errors.ts';

/** Finds whose bearer token it is; throws for a wrong or expired one. */
type Authenticate = (ctx: Ctx, token: string) => Promise<Actor>;

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
  }
}

/**
 * Finds out who calls; whether they may is decided at the route. Without a bearer a caller is a visitor,
 * with a wrong or expired one every call is refused.
 */
export async function identify(request: FastifyRequest): Promise<void> {
  const token = bearerOf(request.headers.authorization);
  if (token !== undefined) request.ctx.actor = await request.server.authenticate(request.ctx, token);
}

/** The token, which may be empty. Other schemes are somebody else's, such as a proxy's password. */
function bearerOf(header = ''): string | undefined {
  const [scheme = '', token = ''] = header.trim().split(/\s+/);
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
}

/**
 * For calls that the cookie alone authorises. Programs send no `Origin`; a browser always does, and must
 * stand on our own pages.
 */
export function refuseForeignOrigin({ headers: { origin }, ctx, protocol, host }: FastifyRequest): void {
  const own = [new URL(ctx.config.publicUrl).origin, `${protocol}://${host}`];
  if (origin !== undefined && !own.includes(origin)) {
    throw new AppError('FORBIDDEN', 'This call must come from the site itself');
  }
}
