import type { BackgroundWork } from '../../../background/background.ts';
import {
  claimDueRows,
  type DueRowsTable,
  dueRowsSql,
  firstDueSql,
  formatFailure,
  type RetryRules,
  storeRowFailure,
} from '../../../background/due-rows.ts';
import type { Ctx } from '../../../context.ts';
import { int, listIds, readNumber, readRows, text } from '../../../sql.ts';
import { type ContextInTransaction, runInTransaction } from '../../../transaction.ts';
import { finishSending, lockSending } from './campaign.service.ts';
import { addDeliveries } from './delivery.service.ts';

/** Most untried emails of a campaign in the outbox. A small number keeps a stop or a crash cheap. */
export const BATCH_SIZE = 200;

type QueueCtx = Pick<Ctx, 'em' | 'actor' | 'origin' | 'now'>;

const dueCampaigns: DueRowsTable = {
  table: 'campaigns',
  key: 'id',
  at: 'next_try_at',
  waiting: `state = 'sending' and deleted_at is null`,
  // This is also the pause between two batches
  leaseMs: 1000,
};

/** Makes the worker that queues campaigns. It keeps no state: the database knows which recipients are left. */
export function makeCampaignSender(
  context: () => Ctx,
  retries: RetryRules,
): BackgroundWork<{ id: number; tries: number }> {
  return {
    name: 'campaigns',
    nextDue: () => ({ sql: firstDueSql(dueCampaigns) }),
    claim: async (underWay) => {
      const dueRows = dueRowsSql(dueCampaigns, { where: 'id <> all(?::int[])' });
      return claimDueRows(context(), int, dueCampaigns, dueRows, [`{${listIds(underWay)}}`]);
    },
    run: async (campaign) => {
      const ctx = context();
      try {
        await runInTransaction(ctx, async (tx) => {
          await queueBatch(tx, campaign.id);
          await tx.em.execute('update campaigns set tries = 0 where id = ?', [campaign.id]);
        });
      } catch (error) {
        ctx.log.warn({ err: error, campaignId: campaign.id }, 'cannot queue a campaign');
        await storeRowFailure(context(), dueCampaigns, retries, campaign, { reason: formatFailure(error) });
      }
    },
  };
}

/** Queues the next recipients. The lock prevents several processes from queueing a recipient twice. */
async function queueBatch(tx: ContextInTransaction<QueueCtx>, id: number): Promise<void> {
  const lockedCampaign = await lockSending(tx, id);
  if (!lockedCampaign) return;
  const untriedCount = await countUntriedEmails(tx, id);
  if (untriedCount >= BATCH_SIZE) return;

  const nextRecipients = await findNextRecipients(tx, id);
  if (nextRecipients.length > 0) {
    await addDeliveries(tx, id, nextRecipients);
  } else if (untriedCount === 0) {
    await finishSending(tx, lockedCampaign);
  }
}

/** Counts emails that were not tried yet. Failed ones do not count, so they do not delay the rest. */
const countUntriedEmails = ({ em }: Pick<Ctx, 'em'>, id: number): Promise<number> =>
  readNumber(em, 'count')(
    `select count(*)::int as count from deliveries join outgoing_messages on outgoing_messages.id = email_id
     where campaign_id = ? and state = 'waiting' and last_error is null`,
    [id],
  );

/** `for share` prevents an unsubscription between choosing and queueing a recipient. */
const findNextRecipients = ({ em }: Pick<Ctx, 'em'>, id: number) =>
  readRows(em, { id: int, email: text, token: text })(
    `select id, email, token from subscribers subscriber
     where state = 'confirmed' and not exists (
       select from deliveries where campaign_id = ? and subscriber_id = subscriber.id)
     order by id limit ? for share`,
    [id, BATCH_SIZE],
  );
