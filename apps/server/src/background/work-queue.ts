import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../errors.ts';

export interface QueueLimits {
  /** Pieces of work at the same time. */
  atOnce: number;
  /** Pieces that may wait for a place. Default: any number. */
  waiting?: number;
  /** Work that has waited for so long is refused. Default: it waits for ever. */
  longestMs?: number;
}

interface Options extends QueueLimits {
  /** Makes the refusal. */
  refusal?: () => AppError;
}

interface Waiting {
  since: number;
  begin(): void;
  refuse(failure: AppError): void;
  isGone(): boolean;
}

/** The wait is measured in steps of this length. */
const TICK_MS = 250;

/** Lets a few pieces of heavy work run at a time. The others wait in order. */
export function workQueue({ atOnce, waiting = Infinity, longestMs = Infinity, refusal = busy }: Options) {
  const queue: Waiting[] = [];
  let running = 0;
  let tick = 0;
  let clock: ReturnType<typeof setInterval> | undefined;

  // Counts turns of the event loop, not the time of day: a process that another program has stopped for a while must not
  // refuse everybody who waits.
  const refuseLate = () => {
    tick += 1;
    const late = queue.findIndex(({ since }) => (tick - since) * TICK_MS < longestMs);
    for (const { refuse } of queue.splice(0, late < 0 ? queue.length : late)) refuse(refusal());
    stopClock();
  };
  const startClock = () => {
    if (longestMs < Infinity) clock ??= setInterval(refuseLate, TICK_MS).unref();
  };
  const stopClock = () => {
    if (queue.length > 0) return;
    clearInterval(clock);
    clock = undefined;
  };

  function end(): void {
    let next = queue.shift();
    while (next?.isGone()) {
      next.refuse(nobodyWaits());
      next = queue.shift();
    }
    if (next) next.begin();
    else running -= 1;
    stopClock();
  }

  /**
   * Resolves with the function that ends the work, when the work may begin. Rejects when it is refused. Work is skipped
   * when `isGone` says at its turn that nobody waits for it any more.
   */
  async function take(isGone = () => false): Promise<() => void> {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= waiting) throw refusal();
      await new Promise<void>((begin, reject) => {
        queue.push({ since: tick, begin, refuse: reject, isGone });
        startClock();
      });
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      end();
    };
  }

  return {
    take,
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      const finish = await take();
      try {
        return await work();
      } finally {
        finish();
      }
    },
  };
}

const nobodyWaits = () => new AppError('UNAVAILABLE', 'Nobody waits for this any more');
const busy = () => new AppError('UNAVAILABLE', 'Too much is going on at this moment', { retryAfter: 2 });

/** Work that goes on after the answer to its request. */
export interface LaterWork {
  /** Runs one piece after the other. Leaves out work whose key is of work that has not ended. */
  add(key: string, work: () => Promise<unknown>): void;
  /** Resolves when all work has ended. */
  close(): Promise<void>;
}

export function laterWork(log: Pick<FastifyBaseLogger, 'error'>): LaterWork {
  const { run: inTurn } = workQueue({ atOnce: 1 });
  const pending = new Map<string, Promise<unknown>>();
  return {
    add: (key, work) => {
      if (pending.has(key)) return;
      const ended = inTurn(work)
        .catch((error: unknown) => log.error({ err: error }, 'work after an answer failed'))
        .finally(() => pending.delete(key));
      pending.set(key, ended);
    },
    close: async () => {
      await Promise.all(pending.values());
    },
  };
}
