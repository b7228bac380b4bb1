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
export const callHeaderNames = [
  'Authorization',
  'Content-Type',
  'Form-Token',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
];
/** Chromium keeps an answer to a preflight request for two hours at most. */
const PREFLIGHT_SECONDS = '7200';

const makeAllowedOriginHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': exposedHeaders.join(', '),
});

type PreflightHeaders = Record<string, string>;

const isTrustedOrigin = (trusted: readonly string[], origin: string | undefined): origin is string =>
  origin !== undefined && trusted.includes(origin);

/**
 * Lets every origin read public content as a visitor, so that one cached answer serves all. Only the origins of
 * `CORS_ORIGINS` may read anything else. No answer has `Access-Control-Allow-Credentials`, so browsers hide every
 * answer to a call with cookies.
 */
export async function addAllowedOriginHeaders(
  { headers, routeOptions, ctx }: FastifyRequest,
  reply: FastifyReply,
) {
  const isOpenToAnyOrigin =
    routeOptions.config.tsRestRoute?.metadata?.anyOrigin && headers.authorization === undefined;
  if (isOpenToAnyOrigin) {
    reply.headers(makeAllowedOriginHeaders('*'));
    return;
  }
  addVary(reply, 'Origin');
  if (isTrustedOrigin(ctx.config.corsOrigins, headers.origin))
    reply.headers(makeAllowedOriginHeaders(headers.origin));
}

/**
 * Makes the headers of an answer to a preflight request. Trusted origins may send all methods of the path. Other
 * origins may only read public content.
 */
function makePreflightHeaders(
  { headers: { origin }, ctx }: FastifyRequest,
  { allowed, open }: { allowed: readonly string[]; open: readonly string[] },
): PreflightHeaders {
  const isOriginTrusted = isTrustedOrigin(ctx.config.corsOrigins, origin);
  const isPreflightAnswered = isOriginTrusted || (origin !== undefined && open.length > 0);
  if (!isPreflightAnswered) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': isOriginTrusted ? origin : '*',
    'access-control-allow-methods': (isOriginTrusted ? allowed : open).join(', '),
    'access-control-allow-headers': isOriginTrusted ? callHeaderNames.join(', ') : 'If-None-Match',
    'access-control-max-age': PREFLIGHT_SECONDS,
  };
}

const allHttpMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface ContractRoute {
  method: string;
  path: string;
  metadata?: RouteRules;
}

/**
 * Answers 405 with `Allow` for other methods of each path, and answers `OPTIONS`, by which browsers ask what other
 * origins may send.
 */
export function refuseOtherMethods(app: FastifyInstance, contract: object): void {
  for (const [url, { allowed, open }] of listMethodsByPath(contract)) {
    const sortedMethodsOfPath = { allowed: [...allowed].sort(), open: [...open].sort() };
    const allowHeader = sortedMethodsOfPath.allowed.join(', ');
    const refuseMethod = async (_: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', allowHeader);
      throw new AppError('METHOD_NOT_ALLOWED', 'This method is not allowed here');
    };
    app.options(url, (request, reply) =>
      reply
        .status(204)
        .headers(makePreflightHeaders(request, sortedMethodsOfPath))
        .header('allow', allowHeader)
        .send(),
    );
    app.route({
      method: allHttpMethods.filter((method) => !allowed.has(method)),
      url,
      onRequest: refuseMethod,
      handler: refuseMethod,
    });
  }
}

function listMethodsByPath(contract: object): Map<string, { allowed: Set<string>; open: Set<string> }> {
  const methodsByPath = new Map<string, { allowed: Set<string>; open: Set<string> }>();
  for (const { method, path, metadata } of listRoutes(contract)) {
    const { allowed, open } = methodsByPath.get(path) ?? { allowed: new Set(['OPTIONS']), open: new Set() };
    const methodsOfRoute = method === 'GET' ? ['GET', 'HEAD'] : [method];
    for (const methodName of methodsOfRoute) {
      allowed.add(methodName);
      if (metadata?.anyOrigin) open.add(methodName);
    }
    methodsByPath.set(path, { allowed, open });
  }
  return methodsByPath;
}

const isContractRoute = (value: object): value is ContractRoute => 'method' in value && 'path' in value;
const listRoutes = (router: object): ContractRoute[] =>
  Object.values(router).flatMap((value: object) => (isContractRoute(value) ? [value] : listRoutes(value)));
