import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { queueDeliveries } from './delivery-queue.service.ts';

const POLL_MS = 1000;
const RETRY_MS = 5000;

export interface CampaignSender {
  /** Work begins. Comes back at once; a database that is away is tried again. */
  start(): void;
  close(): Promise<void>;
}

/** Keeps the outbox supplied while a newsletter is being sent. What is still to do stands in the database alone. */
export function openCampaignSender(context: () => Ctx): CampaignSender {
  const closing = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: closing.signal }).catch(() => {});

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const ctx = context();
      try {
        await queueDeliveries(ctx);
        await pause(POLL_MS);
      } catch (error) {
        ctx.log.warn({ err: error }, 'cannot queue a newsletter');
        await pause(RETRY_MS);
      }
    }
  }

  let working: Promise<void> | undefined;
  return {
    start: () => {
      working ??= work();
    },
    close: async () => {
      closing.abort();
      await working;
    },
  };
}
