import type { FastifyReply, FastifyRequest, onRequestHookHandler, onSendAsyncHookHandler } from 'fastify';
import { isCurrent } from './etag.ts';
import { type Entry, encodingFor, type Filling, makeEntry, type PageCache } from './page-cache.ts';

/** Parameters that a path reads, in the order of the key; undefined for what is never kept. */
export type KnownParameters = (path: string) => readonly string[] | undefined;

const keys = new WeakMap<FastifyRequest, { key: string; filling: Filling }>();

/**
 * Two hooks around everything else: `serve`, the very first, answers from memory; `keep`, the last before
 * sending, keeps what says of itself that it is public.
 */
export function cachedReads(cache: PageCache, known: KnownParameters) {
  const serve: onRequestHookHandler = (request, reply, done) => {
    const { method, headers, url } = request.raw;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization) return done();

    // most addresses have no query, and then the address is the key
    const key = url?.includes('?') ? keyOf(url, known) : url;
    if (!key) return done();
    const entry = cache.get(key);
    if (entry) return answer(entry, request, reply);
    if (method === 'HEAD' || !known(pathOf(key))) return done();

    const underWay = cache.filling(key);
    if (underWay) {
      underWay.result.then((made) => (made ? answer(made, request, reply) : done()));
      return;
    }
    const filling = cache.fill(key);
    keys.set(request, { key, filling });
    // whatever becomes of this request, nobody waits for it in vain
    reply.raw.once('close', () => filling.settle());
    done();
  };

  const keep: onSendAsyncHookHandler = async (request, reply, payload) => {
    const { key, filling } = keys.get(request) ?? {};
    if (!key || !filling) return payload;

    const isPublic = reply.getHeader('cache-control')?.toString().startsWith('public');
    if (reply.statusCode === 200 && isPublic && typeof payload === 'string') {
      const entry = await makeEntry(200, payload, reply.getHeaders());
      filling.settle(entry);
      return sent(entry, request, reply);
    }
    filling.settle();
    const last = reply.statusCode === 503 && cache.last(key);
    return last ? sent(last, request, reply) : payload;
  };

  return { serve, keep };
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

/** The path and its known parameters in one order; the rest of the query changes no answer. */
function keyOf(url: string, known: KnownParameters): string | undefined {
  const path = pathOf(url);
  const names = known(path);
  if (!names) return;
  const given = new URLSearchParams(url.slice(path.length));
  const kept = new URLSearchParams(names.flatMap((name) => given.getAll(name).map((value) => [name, value])));
  return kept.size > 0 ? `${path}?${kept}` : path;
}

/** Straight to the socket: no hook, no serialiser, no compression stands in between. */
function answer(entry: Entry, { raw: { method, headers } }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const { body, headers: head } =
    entry.variants[encodingFor(headers['accept-encoding'] as string | undefined)];
  if (isCurrent(headers['if-none-match'], entry.etag)) {
    const { 'content-length': _, 'content-type': __, 'content-encoding': ___, ...kept } = head;
    reply.raw.writeHead(304, kept).end();
    return;
  }
  reply.raw.writeHead(entry.status, head).end(method === 'HEAD' ? undefined : body);
}

/** The entry as the payload of a reply that goes its usual way. */
function sent(entry: Entry, { headers }: FastifyRequest, reply: FastifyReply): Buffer | null {
  const { body, headers: head } =
    entry.variants[encodingFor(headers['accept-encoding'] as string | undefined)];
  for (const name of Object.keys(reply.getHeaders())) if (!(name in head)) reply.removeHeader(name);
  reply.status(entry.status).headers(head);
  if (!isCurrent(headers['if-none-match'], entry.etag)) return body;
  reply.status(304).removeHeader('content-length');
  reply.removeHeader('content-type').removeHeader('content-encoding');
  return null;
}
