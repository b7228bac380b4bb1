import { type RouteRules, scopeNeeds } from '@institute/contract';
import { API_KEY_START } from '@institute/contract/api-keys.constants';
import type { Need } from '@institute/contract/rights.constants';
import type { FastifyRequest } from 'fastify';
import type { LaterWork } from '../background/work-queue.ts';
import { type AccountActor, isKey, type KeyActor } from '../context/actor.ts';
import { refuseUnless, requireAccount } from '../context/rights.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';

/** Throws for a wrong or expired token. */
type Authenticate = (ctx: Ctx, token: string) => Promise<AccountActor>;
/** Throws for a key that is unknown or has ended. */
type AuthenticateKey = (ctx: Ctx, key: string) => Promise<KeyActor>;

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    authenticateKey: AuthenticateKey;
    later: LaterWork['add'];
  }
}

/**
 * Authenticates only; the route authorises. Throws for a wrong or expired token. A call without a token comes
 * from a visitor.
 */
export async function identifyCaller(request: FastifyRequest): Promise<void> {
  const actor = await findAccount(request);
  if (actor) request.ctx.actor = requireAccount({ actor });
}

/** Also an account that must still set up two-step sign-in. Null for a visitor. */
export async function findAccount({ headers, server, ctx }: FastifyRequest): Promise<AccountActor | null> {
  const token = parseBearer(headers.authorization);
  return token === undefined ? null : server.authenticate(ctx, token);
}

/** Also accepts API keys. Each key has a rate limit of its own. */
export async function identifyAny(request: FastifyRequest): Promise<void> {
  const token = parseBearer(request.headers.authorization);
  if (!token?.startsWith(API_KEY_START)) return identifyCaller(request);
  const key = await request.server.authenticateKey(request.ctx, token);
  await request.server.rateLimits.count('key', String(key.keyId));
  request.ctx.actor = key;
}

/**
 * A key may do what its scopes say and its account may. In each call it has only the rights that the call needs, so
 * that a right for reading does not count in a call that writes.
 */
export function checkAccess(ctx: Ctx, { access, scope, needs = 'account' }: RouteRules): void {
  const { actor } = ctx;
  if (!isKey(actor)) {
    if (access === 'bearer') refuseUnless({ actor: requireAccount(ctx) }, needs);
    return;
  }
  if (access === 'anyone' && scope !== 'none') {
    ctx.actor = lendRights(actor, actor.scopes.includes('content:read') ? scopeNeeds['content:read'] : []);
    return;
  }
  if (!scope || scope === 'none') throw new AppError('FORBIDDEN', 'An API key may not make this call');
  if (!actor.scopes.includes(scope)) {
    const details = [{ path: 'scope', message: scope }];
    throw new AppError('FORBIDDEN', `This API key needs the scope ${scope}`, { details });
  }
  ctx.actor = lendRights(actor, needs);
  refuseUnless(ctx, needs);
}

function lendRights(actor: KeyActor, need: Need): KeyActor {
  const { scopes, rights } = actor;
  const lent: readonly string[] = [need].flat();
  const readsHealth = scopes.includes('registrations:read') && scopes.includes('medical:read');
  return {
    ...actor,
    rights: rights.filter((right) => lent.includes(right) || (right === 'health' && readsHealth)),
  };
}

/** The token may be empty. Other schemes belong to others, such as a proxy. */
function parseBearer(header = ''): string | undefined {
  const [scheme = '', token = ''] = header.trim().split(/\s+/);
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
}
