import type { RouteRules } from '@institute/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { AppError } from '../../errors.ts';
import { addVary } from '../conditional.ts';

/** Headers that scripts of other origins may read, in addition to those that browsers always show. */
export const exposedHeaders = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];
export const callersHeaders = [
  'Authorization',
  'Content-Type',
  'Form-Token',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
];
/** Chromium keeps an answer for two hours at most. */
const PREFLIGHT_SECONDS = '7200';

const makeReadableHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposedHeaders.join(', '),
});

type Headers = Record<string, string>;

const isTrusted = (trusted: readonly string[], origin: string | undefined): origin is string =>
  origin !== undefined && trusted.includes(origin);

/**
 * Every origin may read public content as a visitor, so one cached answer serves all. Only `CORS_ORIGINS` may
 * read anything else. No answer has `Access-Control-Allow-Credentials`, so browsers hide every answer to a
 * call with cookies.
 */
export async function allowOrigins({ headers, routeOptions, ctx }: FastifyRequest, reply: FastifyReply) {
  const isForAll =
    routeOptions.config.tsRestRoute?.metadata?.anyOrigin && headers.authorization === undefined;
  if (isForAll) {
    reply.headers(makeReadableHeaders('*'));
    return;
  }
  addVary(reply, 'Origin');
  if (isTrusted(ctx.config.corsOrigins, headers.origin)) reply.headers(makeReadableHeaders(headers.origin));
}

/** Trusted origins may send all that an address takes. Others may only read public content. */
function makePreflightHeaders(
  { headers: { origin }, ctx }: FastifyRequest,
  { allowed, open }: { allowed: readonly string[]; open: readonly string[] },
): Headers {
  const trusted = isTrusted(ctx.config.corsOrigins, origin);
  const isAnswered = trusted || (origin !== undefined && open.length > 0);
  if (!isAnswered) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': trusted ? origin : '*',
    'access-control-allow-methods': (trusted ? allowed : open).join(', '),
    'access-control-allow-headers': trusted ? callersHeaders.join(', ') : 'If-None-Match',
    'access-control-max-age': PREFLIGHT_SECONDS,
  };
}

const routeMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface Route {
  method: string;
  path: string;
  metadata?: RouteRules;
}

/** Answers 405 with `Allow`, and `OPTIONS`, by which browsers ask what other origins may send. */
export function refuseOtherMethods(app: FastifyInstance, contract: object): void {
  for (const [url, { allowed, open }] of listMethodsByPath(contract)) {
    const known = { allowed: [...allowed].sort(), open: [...open].sort() };
    const allow = known.allowed.join(', ');
    const refuseMethod = async (_: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', allow);
      throw new AppError('METHOD_NOT_ALLOWED', 'This method is not allowed here');
    };
    app.options(url, (request, reply) =>
      reply.status(204).headers(makePreflightHeaders(request, known)).header('allow', allow).send(),
    );
    app.route({
      method: routeMethods.filter((method) => !allowed.has(method)),
      url,
      onRequest: refuseMethod,
      handler: refuseMethod,
    });
  }
}

function listMethodsByPath(contract: object): Map<string, { allowed: Set<string>; open: Set<string> }> {
  const known = new Map<string, { allowed: Set<string>; open: Set<string> }>();
  for (const { method, path, metadata } of listRoutes(contract)) {
    const { allowed, open } = known.get(path) ?? { allowed: new Set(['OPTIONS']), open: new Set() };
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    for (const name of methods) {
      allowed.add(name);
      if (metadata?.anyOrigin) open.add(name);
    }
    known.set(path, { allowed, open });
  }
  return known;
}

const isRoute = (value: object): value is Route => 'method' in value && 'path' in value;
const listRoutes = (router: object): Route[] =>
  Object.values(router).flatMap((value: object) => (isRoute(value) ? [value] : listRoutes(value)));
