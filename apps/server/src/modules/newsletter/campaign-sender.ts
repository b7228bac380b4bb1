import type { Ctx } from '../../context.ts';
import { startWorker, type Worker } from '../../worker.ts';
import { queueDeliveries } from './delivery-queue.service.ts';

const POLL_MS = 1000;
const RETRY_MS = 5000;

/** Fills the outbox while a campaign is being sent. What is left to do is read from the database. */
export const startCampaignSender = (context: () => Ctx): Worker =>
  startWorker({
    log: context().log,
    failure: 'cannot queue a newsletter',
    retryMs: RETRY_MS,
    turn: async () => {
      await queueDeliveries(context());
      return POLL_MS;
    },
  });
