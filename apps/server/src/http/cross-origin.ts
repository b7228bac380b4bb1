import type { RouteRules } from '@institute/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { varyBy } from './vary.ts';

/** Scripts of other origins may read these, besides those that browsers always show. */
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

const readableBy = (origin: string) => ({
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
  const { tsRestRoute } = routeOptions.config as { tsRestRoute?: { metadata?: RouteRules } };
  const isForAll = tsRestRoute?.metadata?.anyOrigin && headers.authorization === undefined;
  if (isForAll) {
    reply.headers(readableBy('*'));
    return;
  }
  varyBy(reply, 'Origin');
  if (isTrusted(ctx.config.corsOrigins, headers.origin)) reply.headers(readableBy(headers.origin));
}

/** Trusted origins may send all that an address takes. Others may only read public content. */
export function preflightHeaders(
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
