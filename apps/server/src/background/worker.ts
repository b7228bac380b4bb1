import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

export interface RepeatingWorker {
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

export function startWorker({ log, failure, retryMs, turn }: WorkerOptions): RepeatingWorker {
  const closingController = new AbortController();
  let pauseEndingController = new AbortController();

  async function repeatTurns(): Promise<void> {
    while (!closingController.signal.aborted) {
      pauseEndingController = new AbortController();
      const pauseMs = await turn(closingController.signal).catch((error: unknown) => {
        log.warn({ err: error }, failure);
        return retryMs;
      });
      if (pauseMs === undefined) return;
      if (pauseMs > 0) await pause(pauseMs, pauseEndingController.signal);
    }
  }

  const turnsPromise = repeatTurns();
  return {
    wake: () => pauseEndingController.abort(),
    close: async () => {
      closingController.abort();
      pauseEndingController.abort();
      await turnsPromise;
    },
  };
}

/** Waits without keeping the process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, signal }).catch(() => {});
}
