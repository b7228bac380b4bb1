import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../errors.ts';

export interface QueueLimits {
  atOnce: number;
  waiting?: number;
  longestMs?: number;
}

interface Options extends QueueLimits {
  refusal?: () => AppError;
}

interface Waiting {
  since: number;
  begin(): void;
  refuse(failure: AppError): void;
  isGone(): boolean;
}

const TICK_MS = 250;

export function workQueue({ atOnce, waiting = Infinity, longestMs = Infinity, refusal = busy }: Options) {
  const queue: Waiting[] = [];
  let running = 0;
  let tick = 0;
  let clock: ReturnType<typeof setInterval> | undefined;

  // Counts ticks, not the time of day: a process that was suspended must not refuse everybody who waits.
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
   * Resolves, when the work may begin, with the function that ends it. Rejects when the work is refused, or
   * when `isGone` says at its turn that nobody waits for it.
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
  /** Runs one piece after the other. Skips work whose key is still pending. */
  add(key: string, work: () => Promise<unknown>): void;
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
