import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from '../conditional.ts';
import { isCurrent } from '../etag.ts';
import { isInnerCall } from '../in-process-call.ts';
import type { IsMisdirected } from '../policies/own-host.ts';
import { type CallIds, callHeaders, readRoutePattern } from '../request-context.ts';
import { logRequest } from '../request-log.ts';
import {
  type CachedAnswer,
  chooseEncoding,
  makeCachedAnswer,
  type Reads,
  type Variant,
} from './cached-answer.ts';
import type { Filling, PageCache } from './page-cache.ts';
import { cacheKeyWithMode, type KeyOf } from './read-key.ts';

declare module 'fastify' {
  interface FastifyInstance {
    cacheCounts: Readonly<CacheCounts>;
    /** Caches public answers only. Call it after the hooks of the scope that change an answer. */
    cacheRoutes(keyOf: KeyOf): void;
    /** The answer to an anonymous GET of this address, if it is in memory or being made. */
    knownAnswer(address: string): Promise<CachedAnswer | undefined>;
  }
  interface FastifyContextConfig {
    cacheKey?: KeyOf;
  }
  interface FastifyRequest {
    answeredFrom?: 'memory';
    /** A redirect exists for this address with its query, although the path alone has a page. */
    isRedirected?: boolean;
    /** Set when the answer will be cached. It is then never a 304, because others need its body. */
    fills?: {
      filling: Filling;
      /** The answer before the last change, or of a minute ago. */
      last?: CachedAnswer | undefined;
      /** No data behind `last` has changed, so `last` is sent again. */
      isUnchanged?: boolean;
      reads?: Reads;
    };
  }
}

/** `shared`: waited for another reader's answer. */
export type CacheCounts = Record<'hit' | 'shared' | 'miss' | 'stale', number>;

/** A known answer is sent before any hook that is added later. */
export function cacheReads(
  app: FastifyInstance,
  { cache, ids, isMisdirected }: { cache: PageCache; ids: CallIds; isMisdirected: IsMisdirected },
): void {
  const counts: CacheCounts = { hit: 0, shared: 0, miss: 0, stale: 0 };
  /** Calls within the process belong to a page, which is counted itself. */
  const countRead = (kind: keyof CacheCounts, { raw }: FastifyRequest): void => {
    if (!isInnerCall(raw)) counts[kind] += 1;
  };

  const logsReads = ['trace', 'debug'].includes(app.log.level);

  /** Ends the request: no later hook runs but those of `onResponse`. */
  const sendAnswer = (answer: CachedAnswer, request: FastifyRequest, reply: FastifyReply): void => {
    request.answeredFrom = 'memory';
    request.patternOfPage = answer.route;
    reply.hijack();
    const { raw, headers, id } = request;
    const traceparent = ids.traceparentOf(raw);
    if (logsReads) logRequest(request, reply, traceparent);
    const callHeaders = ['x-request-id', id, ...(traceparent ? ['traceparent', traceparent] : [])];
    if (isCurrent(headers['if-none-match'], answer.etag)) {
      reply.raw.writeHead(304, [...answer.unchanged, ...callHeaders]).end();
      return;
    }
    const send = ({ body, lines }: Variant) => {
      reply.raw.writeHead(answer.status, [...lines, ...callHeaders]);
      if (request.method === 'HEAD') reply.raw.end();
      else reply.raw.end(body);
    };
    const variant = chooseVariant(answer, request);
    if (variant instanceof Promise) variant.then(send, (error) => reply.raw.destroy(error));
    else send(variant);
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (request.isRedirected || !isAnonymousRead(request) || isMisdirected(request.raw)) return done();
    // Most addresses are spelled as their key is
    const cachedAnswer = cache.get(cacheKeyWithMode(request.headers, request.url));
    const key = cachedAnswer ? null : findKey(request);
    const answer = cachedAnswer ?? (key === null ? undefined : cache.get(key));
    if (answer) {
      countRead('hit', request);
      return sendAnswer(answer, request, reply);
    }
    if (key === null || request.method === 'HEAD') return done();
    const pending = cache.filling(key);
    if (pending) {
      countRead('shared', request);
      request.waitedSince = performance.now();
      pending.result.then((made) => (made ? sendAnswer(made, request, reply) : done()));
      return;
    }
    countRead('miss', request);
    const filling = cache.fill(key);
    request.fills = { filling, last: cache.last(key) };
    // If this request fails, those that wait for it go on
    reply.raw.once('close', () => filling.settle());
    done();
  });

  app.decorate('cacheCounts', counts);
  app.decorate('knownAnswer', async (address) => cache.get(address) ?? cache.filling(address)?.result);
  app.decorate('cacheRoutes', function cacheRoutes(this: FastifyInstance, keyOf: KeyOf) {
    this.addHook('onRoute', (route) => {
      route.config = { ...route.config, cacheKey: keyOf };
    });
    this.addHook('onSend', async (request, reply, payload) => {
      addVary(reply, 'Accept-Encoding');
      if (!request.fills) return payload;
      const { filling, last, isUnchanged, reads } = request.fills;
      if (isUnchanged && last) {
        filling.settle(last);
        return toPayload(last, request, reply);
      }
      if (isPublic(reply) && typeof payload === 'string') {
        const headers = reply.getHeaders() as OutgoingHttpHeaders;
        const cachedAnswer = {
          ...makeCachedAnswer(reply.statusCode, payload, headers, readRoutePattern(request), last),
          reads,
        };
        filling.settle(cachedAnswer);
        return toPayload(cachedAnswer, request, reply);
      }
      filling.settle();
      if (reply.statusCode !== 503 || !last) return payload;
      countRead('stale', request);
      request.answeredFrom = 'memory';
      return toPayload(last, request, reply);
    });
  });
}

const isAnonymousRead = ({ method, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;

const findKey = (request: FastifyRequest) => request.routeOptions.config?.cacheKey?.(request) ?? null;

const isPublic = (reply: FastifyReply) =>
  reply.statusCode === 200 &&
  !reply.hasHeader('set-cookie') &&
  reply.getHeader('cache-control')?.toString().startsWith('public') === true;

const chooseVariant = (answer: CachedAnswer, { headers }: FastifyRequest) =>
  answer.variant(chooseEncoding(headers['accept-encoding']?.toString()));

/** Replaces the headers of the reply too. */
async function toPayload(answer: CachedAnswer, request: FastifyRequest, reply: FastifyReply) {
  const isUnchanged = isCurrent(request.headers['if-none-match'], answer.etag);
  const { body, headers } = await (isUnchanged ? answer.variant('identity') : chooseVariant(answer, request));
  for (const name of Object.keys(reply.getHeaders())) {
    if (!(name in headers) && !callHeaders.includes(name)) reply.removeHeader(name);
  }
  reply.status(answer.status).headers(headers);
  if (!isUnchanged) return body;
  reply.status(304).removeHeader('content-length').removeHeader('content-type');
  return null;
}
