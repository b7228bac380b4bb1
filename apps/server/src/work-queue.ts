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
