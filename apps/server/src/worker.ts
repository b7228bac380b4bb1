import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Work that goes on in the background until it is closed. */
export interface Worker {
  /** Ends the present pause, or skips the next one. */
  wake(): void;
  /** Starts no further turn. Resolves when the present one has ended. */
  close(): Promise<void>;
}

interface WorkerParts {
  log: FastifyBaseLogger;
  /** The message that is logged when a turn fails. */
  failure: string;
  /** The pause after a turn that failed. */
  retryMs: number;
  /** Returns the pause before the next turn in ms, or undefined when the work is done for good. */
  turn(closing: AbortSignal): Promise<number | undefined>;
}

/** Does one turn after the other. A turn that fails is logged, and the work goes on. */
export function startWorker({ log, failure, retryMs, turn }: WorkerParts): Worker {
  const closing = new AbortController();
  let waking = new AbortController();

  async function work(): Promise<void> {
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

  const working = work();
  return {
    wake: () => waking.abort(),
    close: async () => {
      closing.abort();
      waking.abort();
      await working;
    },
  };
}

/** Waits until the time is over or the signal is aborted. Keeps no process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { ref: false, signal }).catch(() => {});
}
