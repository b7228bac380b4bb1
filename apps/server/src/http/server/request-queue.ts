import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { makeWorkQueue, type QueueLimits } from '../../background/work-queue.ts';
import { ServerBusyError } from '../busy-page.ts';
import { isInnerCall } from '../in-process-call.ts';
import { runWhenAnswerSent, toAddressKey } from '../request-context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that skips this queue, because it costs little or has a queue of its own. */
    neverWaits?: boolean;
  }
  interface FastifyInstance {
    /** Counts the requests since the start that found no place. */
    countRefused(): number;
  }
  interface FastifyRequest {
    /** Waits for one of the places of requests at work, which the request keeps until its answer. Rejects with 503. */
    acquirePlace(): Promise<void>;
    releasePlace(): void;
  }
}

/**
 * Limits for requests at work. Answers from memory and files need no place. The pool has fewer connections than one
 * network may have places.
 */
export const requestLimits: QueueLimits = { atOnce: 64, atOnceEach: 16, waiting: 1000, longestMs: 5000 };

const REFUSAL_LOG_INTERVAL_MS = 10_000;
/** No call works longer than this. Afterwards a place that was not given back is freed. */
const LONGEST_PLACE_MS = 30_000;

/**
 * Lets some requests work at a time. The others wait, and networks take turns. A request that has waited too long is
 * refused. Its body has arrived before it waits, so slow senders take no places.
 */
export function queueRequests(app: FastifyInstance, limits: QueueLimits): void {
  const refusalLog = makeRefusalLog(app.log);
  const queue = makeWorkQueue({
    ...limits,
    refusal: () => {
      refusalLog.refused();
      return new ServerBusyError();
    },
  });
  const leaveQueueByRequest = new WeakMap<FastifyRequest, () => void>();
  app.decorate('countRefused', refusalLog.count);

  app.decorateRequest('acquirePlace', async function acquirePlace(this: FastifyRequest) {
    // A call within the process belongs to a page, which has a place already.
    if (leaveQueueByRequest.has(this) || isInnerCall(this.raw)) return;
    const leaveQueue = await queue.take({
      group: toAddressKey(this.ip),
      isGone: () => this.raw.socket.destroyed,
    });
    const longestPlaceTimer = setTimeout(leaveQueue, LONGEST_PLACE_MS).unref();
    leaveQueueByRequest.set(this, () => {
      clearTimeout(longestPlaceTimer);
      leaveQueue();
    });
  });
  app.decorateRequest('releasePlace', function releasePlace(this: FastifyRequest) {
    leaveQueueByRequest.get(this)?.();
    leaveQueueByRequest.delete(this);
  });
  app.decorateRequest('waitWithoutPlace', async function waitWithoutPlace(this: FastifyRequest, wait) {
    if (!leaveQueueByRequest.has(this)) return wait();
    this.releasePlace();
    try {
      return await wait();
    } finally {
      await this.acquirePlace();
    }
  });
  app.addHook('preValidation', async (request) => {
    if (!request.routeOptions.config?.neverWaits) await request.acquirePlace();
  });
  // This hook comes after the route's own hooks, when the answer is already compressed
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], releaseQueuePlace].flat();
  });
  // Frees the place also when the address has no route
  app.addHook('onRequest', (request, reply, done) => {
    runWhenAnswerSent(reply, () => request.releasePlace());
    done();
  });
}

const releaseQueuePlace: onSendAsyncHookHandler = async (request, _, payload) => {
  request.releasePlace();
  return payload;
};

/** Lets all routes of the scope skip the queue. Call it before the routes are added. */
export const letRoutesSkipQueue = (scope: FastifyInstance): void => {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, neverWaits: true };
  });
};

function makeRefusalLog(log: FastifyBaseLogger) {
  let refusedCount = 0;
  let unloggedRefusalCount = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    count: () => refusedCount,
    refused: () => {
      refusedCount += 1;
      unloggedRefusalCount += 1;
      if (performance.now() - loggedAt < REFUSAL_LOG_INTERVAL_MS) return;
      log.warn({ refused: unloggedRefusalCount }, 'too many requests at once: some are refused');
      unloggedRefusalCount = 0;
      loggedAt = performance.now();
    },
  };
}
