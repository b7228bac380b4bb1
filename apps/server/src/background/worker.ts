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
  /** Runs one turn. Returns the ms until the next turn, or undefined to end the worker. */
  turn(closing: AbortSignal): Promise<number | undefined>;
}

export function startWorker({ log, failure, retryMs, turn }: WorkerOptions): Worker {
  const closingController = new AbortController();
  let wakingController = new AbortController();

  async function repeatTurns(): Promise<void> {
    while (!closingController.signal.aborted) {
      wakingController = new AbortController();
      const pauseMs = await turn(closingController.signal).catch((error: unknown) => {
        log.warn({ err: error }, failure);
        return retryMs;
      });
      if (pauseMs === undefined) return;
      if (pauseMs > 0) await pause(pauseMs, wakingController.signal);
    }
  }

  const turnsPromise = repeatTurns();
  return {
    wake: () => wakingController.abort(),
    close: async () => {
      closingController.abort();
      wakingController.abort();
      await turnsPromise;
    },
  };
}

/** Waits without keeping the process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, signal }).catch(() => {});
}
