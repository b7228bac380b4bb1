import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

export interface Worker {
  wake(): void;
  close(): Promise<void>;
}

interface WorkerOptions {
  log: FastifyBaseLogger;
  failure: string;
  retryMs: number;
  /** Returns the pause before the next turn in ms, or undefined to end the work. */
  turn(closing: AbortSignal): Promise<number | undefined>;
}

export function startWorker({ log, failure, retryMs, turn }: WorkerOptions): Worker {
  const closing = new AbortController();
  let waking = new AbortController();

  async function repeatTurns(): Promise<void> {
    while (!closing.signal.aborted) {
      waking = new AbortController();
      const pauseMs = await turn(closing.signal).catch((error: unknown) => {
        log.warn({ err: error }, failure);
        return retryMs;
      });
      if (pauseMs === undefined) return;
      if (pauseMs > 0) await pause(pauseMs, waking.signal);
    }
  }

  const working = repeatTurns();
  return {
    wake: () => waking.abort(),
    close: async () => {
      closing.abort();
      waking.abort();
      await working;
    },
  };
}

/** Does not keep the process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, signal }).catch(() => {});
}
