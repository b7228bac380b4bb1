import type { Work } from '../../../background/background.ts';
import {
  claimDue,
  type DueRows,
  dueRowsSql,
  firstDueSql,
  formatFailure,
  type Retries,
  storeFailure,
} from '../../../background/due-rows.ts';
import type { Ctx } from '../../../context.ts';
import { int, listIds, readNumber, readRows, text } from '../../../sql.ts';
import { type InTransaction, runInTransaction } from '../../../transaction.ts';
import { finishSending, lockSending } from './campaign.service.ts';
import { addDeliveries } from './delivery.service.ts';

/** The most untried emails of a campaign in the outbox. It limits what a stop or a crash has to handle. */
export const BATCH_SIZE = 200;

type Context = Pick<Ctx, 'em' | 'actor' | 'origin' | 'now'>;

const dueCampaigns: DueRows = {
  table: 'campaigns',
  key: 'id',
  at: 'next_try_at',
  waiting: `state = 'sending' and deleted_at is null`,
  // Also the pause between two batches
  leaseMs: 1000,
};

/** Keeps no state: the recipients who are left are in the database. */
export function makeCampaignSender(
  context: () => Ctx,
  retries: Retries,
): Work<{ id: number; tries: number }> {
  return {
    name: 'campaigns',
    nextDue: () => ({ sql: firstDueSql(dueCampaigns) }),
    claim: async (underWay) => {
      const due = dueRowsSql(dueCampaigns, { where: 'id <> all(?::int[])' });
      return claimDue(context(), int, dueCampaigns, due, [`{${listIds(underWay)}}`]);
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
        await storeFailure(context(), dueCampaigns, retries, campaign, { reason: formatFailure(error) });
      }
    },
  };
}

/** The lock prevents replicas and restarts from queueing a recipient twice. */
async function queueBatch(tx: InTransaction<Context>, id: number): Promise<void> {
  const campaign = await lockSending(tx, id);
  if (!campaign) return;
  const untried = await countUntried(tx, id);
  if (untried >= BATCH_SIZE) return;

  const recipients = await findNextRecipients(tx, id);
  if (recipients.length > 0) {
    await addDeliveries(tx, id, recipients);
  } else if (untried === 0) {
    await finishSending(tx, campaign);
  }
}

/** Failed emails do not count, so they do not delay the rest. */
const countUntried = ({ em }: Pick<Ctx, 'em'>, id: number): Promise<number> =>
  readNumber(em, 'count')(
    `select count(*)::int as count from deliveries join outgoing_messages on outgoing_messages.id = email_id
     where campaign_id = ? and state = 'waiting' and last_error is null`,
    [id],
  );

/** `for share` prevents an unsubscription between choosing and queueing. */
const findNextRecipients = ({ em }: Pick<Ctx, 'em'>, id: number) =>
  readRows(em, { id: int, email: text, token: text })(
    `select id, email, token from subscribers subscriber
     where state = 'confirmed' and not exists (
       select from deliveries where campaign_id = ? and subscriber_id = subscriber.id)
     order by id limit ? for share`,
    [id, BATCH_SIZE],
  );
