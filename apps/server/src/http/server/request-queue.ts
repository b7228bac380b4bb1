import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { makeWorkQueue, type QueueLimits } from '../../background/work-queue.ts';
import { Busy } from '../busy-page.ts';
import { isInnerCall } from '../in-process-call.ts';
import { runWhenSent, toAddressKey } from '../request-context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route skips this queue: it costs little, or has a queue of its own. */
    neverWaits?: boolean;
  }
  interface FastifyInstance {
    /** Requests that found no place since the start. */
    countRefused(): number;
  }
  interface FastifyRequest {
    /** Waits for a place among the requests at work, and keeps it until the answer. Rejects with 503. */
    acquirePlace(): Promise<void>;
    releasePlace(): void;
  }
}

/** Answers from memory and files need no place. The pool has fewer connections than one network may have places. */
export const requestLimits: QueueLimits = { atOnce: 64, atOnceEach: 16, waiting: 1000, longestMs: 5000 };

const LOG_EVERY_MS = 10_000;
/** No call works longer. A place that was not given back is free after this time. */
const LONGEST_CALL_MS = 30_000;

/**
 * Some requests work at a time. The others wait, networks take turns, and one that has waited too long is
 * refused. The body has arrived before, so slow senders take no places.
 */
export function queueRequests(app: FastifyInstance, limits: QueueLimits): void {
  const note = makeRefusalLog(app.log);
  const queue = makeWorkQueue({
    ...limits,
    refusal: () => {
      note.refused();
      return new Busy();
    },
  });
  const leaving = new WeakMap<FastifyRequest, () => void>();
  app.decorate('countRefused', note.count);

  app.decorateRequest('acquirePlace', async function acquirePlace(this: FastifyRequest) {
    // A call within the process belongs to a page, which has a place.
    if (leaving.has(this) || isInnerCall(this.raw)) return;
    const leave = await queue.take({
      group: toAddressKey(this.ip),
      isGone: () => this.raw.socket.destroyed,
    });
    const timer = setTimeout(leave, LONGEST_CALL_MS).unref();
    leaving.set(this, () => {
      clearTimeout(timer);
      leave();
    });
  });
  app.decorateRequest('releasePlace', function releasePlace(this: FastifyRequest) {
    leaving.get(this)?.();
    leaving.delete(this);
  });
  app.decorateRequest('waitWithoutPlace', async function waitWithoutPlace(this: FastifyRequest, wait) {
    if (!leaving.has(this)) return wait();
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
  // A route's own hooks run last: the answer is compressed by then
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], releasePlace].flat();
  });
  // An address without a route
  app.addHook('onRequest', (request, reply, done) => {
    runWhenSent(reply, () => request.releasePlace());
    done();
  });
}

const releasePlace: onSendAsyncHookHandler = async (request, _, payload) => {
  request.releasePlace();
  return payload;
};

/** Call it before the routes of the scope. */
export const skipQueue = (scope: FastifyInstance): void => {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, neverWaits: true };
  });
};

function makeRefusalLog(log: FastifyBaseLogger) {
  let refused = 0;
  let unlogged = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    count: () => refused,
    refused: () => {
      refused += 1;
      unlogged += 1;
      if (performance.now() - loggedAt < LOG_EVERY_MS) return;
      log.warn({ refused: unlogged }, 'too many requests at once: some are refused');
      unlogged = 0;
      loggedAt = performance.now();
    },
  };
}
