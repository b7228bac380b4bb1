import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from '../conditional.ts';
import { matchesEtag } from '../etag.ts';
import { isInnerCall } from '../in-process-call.ts';
import type { IsRequestMisdirected } from '../policies/own-host.ts';
import { type CallIdReaders, callHeaderNames, readRoutePattern } from '../request-context.ts';
import { logRequest } from '../request-log.ts';
import {
  type AnswerVariant,
  type CachedAnswer,
  chooseEncoding,
  makeCachedAnswer,
  type ReadDigests,
} from './cached-answer.ts';
import type { AnswerFilling, PageCache } from './page-cache.ts';
import { type MakeCacheKey, makeCacheKeyWithMode } from './read-key.ts';

declare module 'fastify' {
  interface FastifyInstance {
    cacheCounts: Readonly<CacheCounts>;
    /** Caches the public answers of the scope. Call it after the hooks that change an answer. */
    cacheRoutes(keyOf: MakeCacheKey): void;
    /** Returns the answer to an anonymous GET of this address when it is in memory or is being made. */
    knownAnswer(address: string): Promise<CachedAnswer | undefined>;
  }
  interface FastifyContextConfig {
    cacheKey?: MakeCacheKey;
  }
  interface FastifyRequest {
    answeredFrom?: 'memory';
    /** True when a redirect exists for this address with its query, although the path alone has a page. */
    isRedirected?: boolean;
    /** Set when the answer will be cached. Such an answer is never a 304, because other readers need its body. */
    fills?: {
      filling: AnswerFilling;
      /** The cached answer that a change or its age of a minute has made invalid. */
      last?: CachedAnswer | undefined;
      /** True when the data behind `last` has not changed, so that `last` is sent again. */
      isUnchanged?: boolean;
      reads?: ReadDigests;
    };
  }
}

/** Number of reads by kind. A `shared` read has waited for the answer to another reader. */
export type CacheCounts = Record<'hit' | 'shared' | 'miss' | 'stale', number>;

/** Answers reads from memory. A cached answer is sent before any hook that is added later. */
export function cacheReads(
  app: FastifyInstance,
  {
    cache,
    ids,
    isMisdirected,
  }: { cache: PageCache; ids: CallIdReaders; isMisdirected: IsRequestMisdirected },
): void {
  const readCounts: CacheCounts = { hit: 0, shared: 0, miss: 0, stale: 0 };
  /** A call within the process belongs to a page, and that page is counted. */
  const countRead = (kind: keyof CacheCounts, { raw }: FastifyRequest): void => {
    if (!isInnerCall(raw)) readCounts[kind] += 1;
  };

  const isReadLogged = ['trace', 'debug'].includes(app.log.level);

  /** Sends a cached answer. No later hooks of the request run, except those of `onResponse`. */
  const sendCachedAnswer = (answer: CachedAnswer, request: FastifyRequest, reply: FastifyReply): void => {
    request.answeredFrom = 'memory';
    request.patternOfPage = answer.route;
    reply.hijack();
    const { raw, headers, id } = request;
    const traceparent = ids.traceparentOf(raw);
    if (isReadLogged) logRequest(request, reply, traceparent);
    const callHeaderLines = ['x-request-id', id, ...(traceparent ? ['traceparent', traceparent] : [])];
    if (matchesEtag(headers['if-none-match'], answer.etag)) {
      reply.raw.writeHead(304, [...answer.unchanged, ...callHeaderLines]).end();
      return;
    }
    const writeVariant = ({ body, lines }: AnswerVariant) => {
      reply.raw.writeHead(answer.status, [...lines, ...callHeaderLines]);
      if (request.method === 'HEAD') reply.raw.end();
      else reply.raw.end(body);
    };
    const chosenVariant = chooseVariant(answer, request);
    if (chosenVariant instanceof Promise)
      chosenVariant.then(writeVariant, (error) => reply.raw.destroy(error));
    else writeVariant(chosenVariant);
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (request.isRedirected || !isAnonymousRead(request) || isMisdirected(request.raw)) return done();
    // First tries the address itself as the key, because most addresses are spelled like their key
    const cachedAnswer = cache.get(makeCacheKeyWithMode(request.headers, request.url));
    const answerCacheKey = cachedAnswer ? null : findCacheKey(request);
    const answerFromCache = cachedAnswer ?? (answerCacheKey === null ? undefined : cache.get(answerCacheKey));
    if (answerFromCache) {
      countRead('hit', request);
      return sendCachedAnswer(answerFromCache, request, reply);
    }
    if (answerCacheKey === null || request.method === 'HEAD') return done();
    const pendingFilling = cache.filling(answerCacheKey);
    if (pendingFilling) {
      countRead('shared', request);
      request.waitedSince = performance.now();
      pendingFilling.result.then((made) => (made ? sendCachedAnswer(made, request, reply) : done()));
      return;
    }
    countRead('miss', request);
    const newFilling = cache.fill(answerCacheKey);
    request.fills = { filling: newFilling, last: cache.last(answerCacheKey) };
    // When this request fails, the requests that wait for its answer go on by themselves
    reply.raw.once('close', () => newFilling.settle());
    done();
  });

  app.decorate('cacheCounts', readCounts);
  app.decorate('knownAnswer', async (address) => cache.get(address) ?? cache.filling(address)?.result);
  app.decorate('cacheRoutes', function cacheRoutes(this: FastifyInstance, keyOf: MakeCacheKey) {
    this.addHook('onRoute', (route) => {
      route.config = { ...route.config, cacheKey: keyOf };
    });
    this.addHook('onSend', async (request, reply, payload) => {
      addVary(reply, 'Accept-Encoding');
      if (!request.fills) return payload;
      const { filling, last, isUnchanged, reads } = request.fills;
      if (isUnchanged && last) {
        filling.settle(last);
        return toAnswerPayload(last, request, reply);
      }
      if (isPublicAnswer(reply) && typeof payload === 'string') {
        const replyHeaders = reply.getHeaders() as OutgoingHttpHeaders;
        const cachedAnswer = {
          ...makeCachedAnswer(reply.statusCode, payload, replyHeaders, readRoutePattern(request), last),
          reads,
        };
        filling.settle(cachedAnswer);
        return toAnswerPayload(cachedAnswer, request, reply);
      }
      filling.settle();
      if (reply.statusCode !== 503 || !last) return payload;
      countRead('stale', request);
      request.answeredFrom = 'memory';
      return toAnswerPayload(last, request, reply);
    });
  });
}

const isAnonymousRead = ({ method, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;

const findCacheKey = (request: FastifyRequest) => request.routeOptions.config?.cacheKey?.(request) ?? null;

const isPublicAnswer = (reply: FastifyReply) =>
  reply.statusCode === 200 &&
  !reply.hasHeader('set-cookie') &&
  reply.getHeader('cache-control')?.toString().startsWith('public') === true;

const chooseVariant = (answer: CachedAnswer, { headers }: FastifyRequest) =>
  answer.variant(chooseEncoding(headers['accept-encoding']?.toString()));

/** Chooses the body for the reader, and replaces the headers of the reply. */
async function toAnswerPayload(answer: CachedAnswer, request: FastifyRequest, reply: FastifyReply) {
  const isAnswerUnchanged = matchesEtag(request.headers['if-none-match'], answer.etag);
  const { body, headers } = await (isAnswerUnchanged
    ? answer.variant('identity')
    : chooseVariant(answer, request));
  for (const headerName of Object.keys(reply.getHeaders())) {
    if (!(headerName in headers) && !callHeaderNames.includes(headerName)) reply.removeHeader(headerName);
  }
  reply.status(answer.status).headers(headers);
  if (!isAnswerUnchanged) return body;
  reply.status(304).removeHeader('content-length').removeHeader('content-type');
  return null;
}
