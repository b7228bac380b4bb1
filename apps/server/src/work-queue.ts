import { AppError } from './errors.ts';

interface Limits {
  atOnce: number;
  /** Pieces of work that may wait for their turn. */
  waiting: number;
  /** The message of the 503 when the queue is full. */
  full: string;
  retryAfter: number;
}

/** Makes a function that runs heavy work, a few pieces at a time and in order. Refuses work when the queue is full. */
export function workQueue({ atOnce, waiting, full, retryAfter }: Limits) {
  const queue: (() => void)[] = [];
  let running = 0;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running === atOnce) {
      if (queue.length === waiting) throw new AppError('UNAVAILABLE', full, { retryAfter });
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
