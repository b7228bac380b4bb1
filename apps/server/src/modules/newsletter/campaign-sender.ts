import { startWorker, type Worker } from '../../background/worker.ts';
import type { Ctx } from '../../context.ts';
import { queueDeliveries } from './delivery-queue.service.ts';

const POLL_MS = 1000;
const RETRY_MS = 5000;

/** Fills the outbox while campaigns are being sent. Keeps no state: the database says what is left to do. */
export const startCampaignSender = (context: () => Ctx): Worker =>
  startWorker({
    log: context().log,
    failure: 'cannot queue a campaign',
    retryMs: RETRY_MS,
    turn: async () => {
      await queueDeliveries(context());
      return POLL_MS;
    },
  });
