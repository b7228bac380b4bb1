import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCurrent } from '../etag.ts';
import { type CachedAnswer, cachedAnswer, encodingFor } from './cached-answer.ts';
import type { Filling, PageCache } from './page-cache.ts';
import type { KeyOf } from './read-key.ts';

/** What is being made for the cache, and what its caller holds already. */
type Making = { key: string; filling: Filling; ifNoneMatch: string | undefined };

export type CachedReads = ReturnType<typeof cachedReads>;

/** Anonymous reads out of memory. */
export function cachedReads(cache: PageCache) {
  const makings = new WeakMap<FastifyRequest, Making>();
  let served = 0;

  /**
   * Answers an address that is a key as it stands before the framework sees the request: that needs no route,
   * no context, no log and no headers of its own.
   */
  const goBefore = (server: Server) => {
    const [next] = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      // a connection of a server that closes is ended by the framework
      const isOurs = isAnonymousRead(request) && server.listening;
      const answer = isOurs && cache.get(request.url ?? '');
      if (!answer) return next?.call(server, request, response);
      served += 1;
      send(answer, request, { response, id: randomUUID() });
    });
  };

  /** Keeps the public answers of a scope's routes. To be called after all hooks of the scope. */
  const cover = (scope: FastifyInstance, keyOf: KeyOf) => {
    scope.addHook('onRequest', (request, reply, done) => {
      if (!isAnonymousRead(request)) return done();
      const key = keyOf(request);
      if (key === null) return done();
      const answer = cache.get(key);
      if (answer) return take(answer, request, reply);
      if (request.method === 'HEAD') return done();

      const underWay = cache.filling(key);
      if (underWay) {
        underWay.result.then((made) => (made ? take(made, request, reply) : done()));
        return;
      }
      const filling = cache.fill(key);
      makings.set(request, { key, filling, ifNoneMatch: request.headers['if-none-match'] });
      // the whole answer is made, whether or not this caller holds it already
      delete request.headers['if-none-match'];
      // whatever becomes of this request, nobody waits for it in vain
      reply.raw.once('close', () => filling.settle());
      done();
    });

    scope.addHook('onSend', async (request, reply, payload) => {
      const making = makings.get(request);
      if (!making) return payload;

      if (isPublic(reply) && typeof payload === 'string') {
        const made = await cachedAnswer(reply.statusCode, payload, reply.getHeaders() as OutgoingHttpHeaders);
        making.filling.settle(made);
        return asPayload(made, request, reply, making);
      }
      making.filling.settle();
      const last = reply.statusCode === 503 && cache.last(making.key);
      return last ? asPayload(last, request, reply, making) : payload;
    });
  };

  return { goBefore, cover, served: () => served };
}

type Asking = Pick<IncomingMessage, 'method' | 'headers'>;

const isAnonymousRead = ({ method, headers }: Asking) =>
  (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;

const isPublic = (reply: FastifyReply) =>
  reply.statusCode === 200 &&
  !reply.hasHeader('set-cookie') &&
  reply.getHeader('cache-control')?.toString().startsWith('public') === true;

const variantFor = (answer: CachedAnswer, { headers }: Asking) =>
  answer.variants[encodingFor(headers['accept-encoding']?.toString())];

function take(answer: CachedAnswer, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  send(answer, request, { response: reply.raw, id: request.id });
}

/** Straight to the socket: no hook, no serialiser, no compression stands in between. */
function send(
  answer: CachedAnswer,
  request: Asking,
  { response, id }: { response: ServerResponse; id: string },
): void {
  const { body, headers } = variantFor(answer, request);
  if (isCurrent(request.headers['if-none-match'], answer.etag)) {
    const {
      'content-length': _length,
      'content-type': _type,
      'content-encoding': _encoding,
      ...kept
    } = headers;
    response.writeHead(304, { ...kept, 'x-request-id': id }).end();
  } else {
    response
      .writeHead(answer.status, { ...headers, 'x-request-id': id })
      .end(request.method === 'HEAD' ? undefined : body);
  }
}

/** The same on the usual way of a reply. */
function asPayload(
  answer: CachedAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  { ifNoneMatch }: Making,
): Buffer | null {
  const { body, headers } = variantFor(answer, request);
  for (const name of Object.keys(reply.getHeaders())) {
    if (!(name in headers) && name !== 'x-request-id') reply.removeHeader(name);
  }
  reply.status(answer.status).headers(headers);
  if (!isCurrent(ifNoneMatch, answer.etag)) return body;
  reply.status(304).removeHeader('content-length');
  reply.removeHeader('content-type').removeHeader('content-encoding');
  return null;
}
