import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeContentTag, matchesEtag } from './etag.ts';

const publicCaching = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
const privateCaching = 'private, no-store';

/**
 * Answers 304 when the reader has the current version. Only successful reads may be cached. A cache rule that the
 * handler has set stays.
 */
export async function answerConditionally(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isReadMethod = request.method === 'GET' || request.method === 'HEAD';
  if (isReadMethod) addVary(reply, 'Authorization');
  if (!isReadMethod || reply.statusCode !== 200 || typeof payload !== 'string') {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return payload;
  }
  const etag = reply.getHeader('etag')?.toString() ?? makeContentTag(payload);
  reply.header('etag', etag);
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', request.ctx.actor ? privateCaching : publicCaching);
  }
  if (request.fills || !matchesEtag(request.headers['if-none-match'], etag)) return payload;
  reply.status(304).removeHeader('content-length').removeHeader('content-type');
  return null;
}

export function addVary(reply: FastifyReply, names: string): void {
  const formerVary = reply.getHeader('vary')?.toString();
  const varyNames = [formerVary, names].flatMap((list) => list?.split(', ') ?? []);
  reply.header('vary', [...new Set(varyNames)].join(', '));
}
