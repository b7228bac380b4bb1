import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCurrent, makeContentTag } from './etag.ts';

const publicCaching = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
const privateCaching = 'private, no-store';

/** Only successful reads may be cached. A handler's own cache rule stays. */
export async function answerConditionally(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead) addVary(reply, 'Authorization');
  if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return payload;
  }
  const etag = reply.getHeader('etag')?.toString() ?? makeContentTag(payload);
  reply.header('etag', etag);
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', request.ctx.actor ? privateCaching : publicCaching);
  }
  if (request.fills || !isCurrent(request.headers['if-none-match'], etag)) return payload;
  reply.status(304).removeHeader('content-length').removeHeader('content-type');
  return null;
}

export function addVary(reply: FastifyReply, names: string): void {
  const known = reply.getHeader('vary')?.toString();
  const all = [known, names].flatMap((list) => list?.split(', ') ?? []);
  reply.header('vary', [...new Set(all)].join(', '));
}
