import { needsByScope, type RouteRules } from '@institute/contract';
import { API_KEY_START } from '@institute/contract/api-keys.constants';
import type { Need } from '@institute/contract/rights.constants';
import type { FastifyRequest } from 'fastify';
import type { WorkAfterAnswer } from '../background/work-queue.ts';
import { type AccountActor, isKeyActor, type KeyActor } from '../context/actor.ts';
import { refuseWithoutRight, requireAccount } from '../context/rights.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';

/** Finds the account of a bearer. Throws for a wrong or expired token. */
type AuthenticateAccount = (ctx: Ctx, token: string) => Promise<AccountActor>;
/** Finds the API key. Throws for a key that is unknown or has ended. */
type AuthenticateKey = (ctx: Ctx, key: string) => Promise<KeyActor>;

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: AuthenticateAccount;
    authenticateKey: AuthenticateKey;
    later: WorkAfterAnswer['add'];
  }
}

/**
 * Finds the caller; the route decides what the caller may do. Throws for a wrong or expired token. A call without a
 * token comes from a visitor.
 */
export async function identifyCaller(request: FastifyRequest): Promise<void> {
  const accountActor = await findAccount(request);
  if (accountActor) request.ctx.actor = requireAccount({ actor: accountActor });
}

/** Finds the account, also one that must still set up two-step sign-in. Returns null for a visitor. */
export async function findAccount({ headers, server, ctx }: FastifyRequest): Promise<AccountActor | null> {
  const bearerToken = parseBearerToken(headers.authorization);
  return bearerToken === undefined ? null : server.authenticate(ctx, bearerToken);
}

/** Finds the account or the API key of the caller. Each key has a rate limit of its own. */
export async function identifyAnyCaller(request: FastifyRequest): Promise<void> {
  const token = parseBearerToken(request.headers.authorization);
  if (!token?.startsWith(API_KEY_START)) return identifyCaller(request);
  const keyActor = await request.server.authenticateKey(request.ctx, token);
  await request.server.rateLimits.count('key', String(keyActor.keyId));
  request.ctx.actor = keyActor;
}

/**
 * Checks that the caller may make this call. A key may do what both its scopes and its account allow. During the call
 * it has only the rights that the call needs, so that a right to read does not count in a call that writes.
 */
export function checkAccess(ctx: Ctx, { access, scope, needs = 'account' }: RouteRules): void {
  const { actor } = ctx;
  if (!isKeyActor(actor)) {
    if (access === 'bearer') refuseWithoutRight({ actor: requireAccount(ctx) }, needs);
    return;
  }
  if (access === 'anyone' && scope !== 'none') {
    ctx.actor = lendRightsToKey(
      actor,
      actor.scopes.includes('content:read') ? needsByScope['content:read'] : [],
    );
    return;
  }
  if (!scope || scope === 'none') throw new AppError('FORBIDDEN', 'An API key may not make this call');
  if (!actor.scopes.includes(scope)) {
    const missingScopeDetails = [{ path: 'scope', message: scope }];
    throw new AppError('FORBIDDEN', `This API key needs the scope ${scope}`, {
      details: missingScopeDetails,
    });
  }
  ctx.actor = lendRightsToKey(actor, needs);
  refuseWithoutRight(ctx, needs);
}

function lendRightsToKey(actor: KeyActor, need: Need): KeyActor {
  const { scopes, rights } = actor;
  const lentRightNames: readonly string[] = [need].flat();
  const mayKeyReadHealth = scopes.includes('registrations:read') && scopes.includes('medical:read');
  return {
    ...actor,
    rights: rights.filter(
      (right) => lentRightNames.includes(right) || (right === 'health' && mayKeyReadHealth),
    ),
  };
}

/** Reads the bearer token, which may be empty. Other schemes are meant for others, such as a proxy. */
function parseBearerToken(header = ''): string | undefined {
  const [scheme = '', token = ''] = header.trim().split(/\s+/);
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
}
