import type { FastifyBaseLogger } from 'fastify';
import { AppError } from './errors.ts';

interface Limits {
  atOnce: number;
  /** When so much work waits, more is refused with 503 and this message. By default any amount may wait. */
  full?: { waiting: number; message: string; retryAfter: number };
}

/** Makes a function that runs heavy work, a few pieces at a time and in order. */
export function workQueue({ atOnce, full }: Limits) {
  const queue: (() => void)[] = [];
  let running = 0;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running === atOnce) {
      if (full && queue.length === full.waiting)
        throw new AppError('UNAVAILABLE', full.message, { retryAfter: full.retryAfter });
      // each finished piece hands its place to the next
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Work that goes on after the answer to its request. */
export interface LaterWork {
  /** Runs one piece after the other. Leaves out work whose key is of work that has not ended. */
  add(key: string, work: () => Promise<unknown>): void;
  /** Resolves when all work has ended. */
  close(): Promise<void>;
}

export function laterWork(log: Pick<FastifyBaseLogger, 'error'>): LaterWork {
  const inTurn = workQueue({ atOnce: 1 });
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
