import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import { varyBy } from '../conditional.ts';
import { contentTag, isCurrent } from '../etag.ts';
import { inProcessCall, isInnerCall } from '../in-process-call.ts';
import type { Answer } from '../metrics.ts';
import { type CallIds, callHeaders, callIds, routePattern } from '../request-context.ts';
import type { ServeFromCache } from '../server/listen.ts';
import { answerContent, type CachedAnswer, cachedAnswer, encodingFor } from './cached-answer.ts';
import type { Filling, PageCache, Read, Sources } from './page-cache.ts';
import { cacheKeyWithMode, type KeyOf } from './read-key.ts';

declare module 'fastify' {
  interface FastifyRequest {
    answeredFrom?: 'memory';
    /** Undefined when the page must be rendered anew after the next change. */
    madeFrom?: Sources | undefined;
    sourcesRead?: ReadonlyMap<string, Read>;
  }
}

type Making = { key: string; filling: Filling; ifNoneMatch: string | undefined };

type Caller = Pick<InjectOptions, 'headers' | 'remoteAddress'>;

export type CachedReads = ReturnType<typeof cachedReads>;

/** `shared`: waited for another reader's answer. `checked`: a change of content left the page the same. */
export type CacheCounts = Record<'hit' | 'shared' | 'checked' | 'miss' | 'stale', number>;

/** Called for an answer that the framework does not see. */
export type Note = (answer: Answer, seconds: number, request: IncomingMessage) => void;

export function cachedReads(cache: PageCache, note?: Note, ids: CallIds = callIds()) {
  const makings = new WeakMap<FastifyRequest, Making>();
  const counts: CacheCounts = { hit: 0, shared: 0, checked: 0, miss: 0, stale: 0 };

  /** Needs no route, context, hook or log line. */
  const serveFromCache: ServeFromCache = (request, response) =>
    isAnonymousRead(request) && serveCached(cache.get(keyOfUrl(request)), request, response);

  /** Makes no call where the answer is known or on its way. */
  async function readCached(app: FastifyInstance, url: string, call: Caller = {}): Promise<Read> {
    const known = cache.get(url) ?? (await cache.filling(url)?.result);
    if (known) return { status: known.status, digest: known.digest, content: () => answerContent(known) };
    const { statusCode: status, payload, headers } = await inProcessCall(app, { url, ...call });
    const parseContent = () => JSON.parse(payload) as unknown;
    return { status, digest: contentTag(payload), content: parseContent, retryAfter: headers['retry-after'] };
  }

  async function readAll(app: FastifyInstance, sources: Sources): Promise<ReadonlyMap<string, Read>> {
    const reads = Array.from(sources.keys(), async (url) => [url, await readCached(app, url)] as const);
    return new Map(await Promise.all(reads));
  }

  function serveCached(
    answer: CachedAnswer | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean {
    if (!answer) return false;
    counts.hit += 1;
    const startedAt = note ? performance.now() : 0;
    sendAnswer(answer, request, response, ownLines(ids.idOf(request), ids.traceparentOf(request)));
    if (note) {
      const { method = 'GET' } = request;
      const { route } = answer;
      const seconds = (performance.now() - startedAt) / 1000;
      note({ method, route, status: response.statusCode, source: 'memory' }, seconds, request);
    }
    return true;
  }

  /** Calls within the process belong to a page, which is counted itself. */
  function countRead(kind: keyof CacheCounts, { raw }: FastifyRequest): void {
    if (!isInnerCall(raw)) counts[kind] += 1;
  }

  /** Caches public answers only. Call it after all hooks of the scope. */
  const cacheRoutes = (scope: FastifyInstance, keyOf: KeyOf) => {
    scope.addHook('onRequest', (request, reply, done) => {
      if (!isAnonymousRead(request)) return done();
      const key = keyOf(request);
      if (key === null) return done();
      const answer = cache.get(key);
      if (answer) {
        countRead('hit', request);
        request.answeredFrom = 'memory';
        return hijackAndSend(answer, request, reply);
      }
      if (request.method === 'HEAD') return done();

      const pending = cache.filling(key);
      if (pending) {
        countRead('shared', request);
        pending.result.then((made) => (made ? hijackAndSend(made, request, reply) : done()));
        return;
      }
      const filling = cache.fill(key);
      // If this request fails, those that wait for it go on
      reply.raw.once('close', () => filling.settle());
      const makeAnswer = (refusal?: Error) => {
        countRead('miss', request);
        makings.set(request, { key, filling, ifNoneMatch: request.headers['if-none-match'] });
        // The cache needs the whole answer, not a 304
        delete request.headers['if-none-match'];
        done(refusal);
      };
      const { former } = filling;
      if (!former) return makeAnswer();
      const checkSources = async () => {
        const readCached = await readAll(scope, former.sources);
        request.sourcesRead = readCached;
        if (!areSame(former.sources, readCached)) return makeAnswer();
        countRead('checked', request);
        request.answeredFrom = 'memory';
        filling.confirm();
        hijackAndSend(former.answer, request, reply);
      };
      request.takePlace().then(() => checkSources().catch(() => makeAnswer()), makeAnswer);
    });

    scope.addHook('onSend', async (request, reply, payload) => {
      varyBy(reply, 'Accept-Encoding');
      const making = makings.get(request);
      if (!making) return payload;

      if (isPublic(reply) && typeof payload === 'string') {
        const headers = reply.getHeaders() as OutgoingHttpHeaders;
        const last = cache.last(making.key);
        const made = await cachedAnswer(reply.statusCode, payload, headers, routePattern(request), last);
        making.filling.settle(made, request.madeFrom);
        return asPayload(made, request, reply, making);
      }
      making.filling.settle();
      const last = reply.statusCode === 503 && cache.last(making.key);
      if (!last) return payload;
      countRead('stale', request);
      request.answeredFrom = 'memory';
      return asPayload(last, request, reply, making);
    });
  };

  return { serveFromCache, read: readCached, cacheRoutes, counts: (): Readonly<CacheCounts> => counts };
}

/** JSON has one key for all modes: in a mode of its own this key misses, and the route finds the answer. */
const keyOfUrl = ({ headers, url = '' }: IncomingMessage) => cacheKeyWithMode(headers, url);

type ReadRequest = Pick<IncomingMessage, 'method' | 'headers'>;

const isAnonymousRead = ({ method, headers }: ReadRequest) =>
  (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;

const areSame = (sources: Sources, read: ReadonlyMap<string, Read>) =>
  Array.from(sources).every(([url, digest]) => read.get(url)?.digest === digest);

const isPublic = (reply: FastifyReply) =>
  reply.statusCode === 200 &&
  !reply.hasHeader('set-cookie') &&
  reply.getHeader('cache-control')?.toString().startsWith('public') === true;

const variantFor = (answer: CachedAnswer, { headers }: ReadRequest) =>
  answer.variants[encodingFor(headers['accept-encoding']?.toString())];

function hijackAndSend(answer: CachedAnswer, request: FastifyRequest, reply: FastifyReply): void {
  request.patternOfPage = answer.route;
  request.leavePlace();
  const traceparent = reply.getHeader('traceparent')?.toString();
  reply.hijack();
  sendAnswer(answer, request, reply.raw, ownLines(request.id, traceparent));
}

const ownLines = (id: string, traceparent: string | undefined): string[] =>
  traceparent ? ['x-request-id', id, 'traceparent', traceparent] : ['x-request-id', id];

function sendAnswer(
  answer: CachedAnswer,
  request: ReadRequest,
  response: ServerResponse,
  own: string[],
): void {
  if (isCurrent(request.headers['if-none-match'], answer.etag)) {
    response.writeHead(304, [...answer.unchanged, ...own]).end();
    return;
  }
  const { body, lines } = variantFor(answer, request);
  response.writeHead(answer.status, [...lines, ...own]);
  if (request.method === 'HEAD') response.end();
  else response.end(body, 'latin1');
}

function asPayload(
  answer: CachedAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  { ifNoneMatch }: Making,
): Buffer | null {
  const { body, headers } = variantFor(answer, request);
  for (const name of Object.keys(reply.getHeaders())) {
    if (!(name in headers) && !callHeaders.includes(name)) reply.removeHeader(name);
  }
  reply.status(answer.status).headers(headers);
  if (!isCurrent(ifNoneMatch, answer.etag)) return Buffer.from(body, 'latin1');
  reply.status(304).removeHeader('content-length');
  reply.removeHeader('content-type').removeHeader('content-encoding');
  return null;
}
