import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../errors.ts';
import { busyPage, busyPagePolicy } from './busy-page.ts';
import type { ServeFromCache } from './caching-server.ts';
import type { CallIds } from './call-id.ts';
import { forTrusted } from './cross-origin.ts';
import { envelope } from './failures.ts';

/** How much work a process takes on at the same time. */
export interface LoadLimits {
  /** The most requests that have arrived completely and are not answered yet. A form takes one or two milliseconds. */
  atWork: number;
  /** Above this number new requests are refused while the event loop is slow. */
  few: number;
  /** A turn of the event loop that takes longer is slow. */
  slowTurnMs: number;
}
export const loadLimits: LoadLimits = { atWork: 100, few: 50, slowTurnMs: 100 };

const RETRY_AFTER_S = '2';
const LOG_EVERY_MS = 10_000;
/** No call works for longer. A call that hangs stops counting after this time. */
const FORGOTTEN_AFTER_MS = 10_000;
/** Never refused: load balancers and operators need them most when there is too much to do. */
const vital = new Set(['/healthz', '/readyz', '/metrics']);

interface Options {
  /** Answers with what is known, however old. */
  serveStale: ServeFromCache;
  headers: Record<string, string>;
  ids: CallIds;
  /** Origins whose pages may read the refusal. */
  corsOrigins: readonly string[];
  log(): FastifyBaseLogger;
}

/** Refuses requests with 503 while there is more to do than the process can answer in time. */
export function shedLoad(limits: LoadLimits, { serveStale, headers, ids, corsOrigins, log }: Options) {
  /** Requests that are not answered yet, with the time of their arrival. */
  const underWay = new Map<ServerResponse, number>();
  const turns = watchTurns(limits);
  let refused = 0;
  let unlogged = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  /** Does not count callers that send or read slowly: they cost nothing and must not take the places of others. */
  function countAtWork(): number {
    const forgotten = performance.now() - FORGOTTEN_AFTER_MS;
    let count = 0;
    for (const [response, arrivedAt] of underWay) {
      if (response.headersSent || arrivedAt < forgotten) underWay.delete(response);
      else if (response.req.complete) count += 1;
    }
    return count;
  }

  function isTooMuch(): boolean {
    if (underWay.size < limits.few) return false;
    const atWork = countAtWork();
    return atWork >= limits.atWork || (atWork >= limits.few && turns.areSlow());
  }

  function begin(response: ServerResponse): void {
    underWay.set(response, performance.now());
    // when the caller hangs up, the work goes on, so the request counts until it has an answer
    response.once('close', () => {
      if (response.headersSent || !response.req.complete) underWay.delete(response);
    });
  }

  function note(): void {
    refused += 1;
    unlogged += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    log().warn({ refused: unlogged }, 'too many requests at once: some are refused');
    [unlogged, loggedAt] = [0, performance.now()];
  }

  return {
    /** Above the limits, answers the request and returns true. Otherwise only counts it. */
    refuse: (request: IncomingMessage, response: ServerResponse, isAdmitted: boolean): boolean => {
      turns.begin();
      if (!isTooMuch() || vital.has(request.url?.split('?', 1)[0] ?? '')) {
        begin(response);
        return false;
      }
      if (isAdmitted && serveStale(request, response)) return true;
      note();
      answerBusy(request, response, headers, {
        ...ids.headersOf(request),
        ...forTrusted(corsOrigins, request.headers.origin),
      });
      return true;
    },
    refused: () => refused,
  };
}

/** Measures the turns of the event loop in which requests arrive. Costs nothing while there are none. */
function watchTurns(limits: Pick<LoadLimits, 'slowTurnMs'>) {
  let beganAt: number | undefined;
  let lastMs = 0;
  return {
    begin: () => {
      if (beganAt !== undefined) return;
      const startedAt = performance.now();
      beganAt = startedAt;
      // runs after the handlers of everything that arrived in this turn have begun
      setImmediate(() => {
        lastMs = performance.now() - startedAt;
        beganAt = undefined;
      });
    },
    areSlow: () => Math.max(lastMs, performance.now() - (beganAt ?? Infinity)) > limits.slowTurnMs,
  };
}

function answerBusy(
  { method, headers: { accept = '' } }: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
  own: Record<string, string>,
): void {
  const id = own['x-request-id'] ?? '';
  const isForPeople = accept.includes('text/html');
  const failure = new AppError('UNAVAILABLE', 'The site is very busy. Please try again in a few seconds.');
  const body = isForPeople ? busyPage : JSON.stringify(envelope(failure, id));
  response
    .writeHead(failure.status, {
      ...headers,
      ...(isForPeople && { 'content-security-policy': busyPagePolicy }),
      ...own,
      'retry-after': RETRY_AFTER_S,
      'cache-control': 'no-store',
      'content-type': isForPeople ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    })
    .end(method === 'HEAD' ? undefined : body);
}
