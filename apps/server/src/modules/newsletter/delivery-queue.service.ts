import type { Ctx } from '../../context.ts';
import { findForUpdate } from '../../database/row-lock.ts';
import { type InTransaction, transaction } from '../../transaction.ts';
import { queueBulkEmails } from '../emails/email.service.ts';
import { CampaignEntity } from './campaign.entity.ts';
import { recordCampaign } from './campaign.service.ts';
import { DeliveryEntity } from './delivery.entity.ts';

/** So many at once: a stop, a crash and the outbox never have to do with more. */
export const BATCH = 200;

type Context = Pick<Ctx, 'em' | 'actor' | 'origin' | 'now'>;

/** Gives every newsletter that is being sent its next recipients, where the outbox has room for them. */
export async function queueDeliveries(ctx: Context): Promise<void> {
  const sending = { state: 'sending', deletedAt: null } as const;
  const ids = await ctx.em.find(CampaignEntity, sending, { fields: ['id'], disableIdentityMap: true });
  for (const { id } of ids) {
    await transaction({ ...ctx, em: ctx.em.fork() }, (tx) => queueBatch(tx, id));
  }
}

/** All or nothing, and under the campaign's lock: it may run twice, on two replicas, after any crash. */
async function queueBatch(tx: InTransaction<Context>, id: number): Promise<void> {
  const campaign = await findForUpdate(tx, CampaignEntity, { id, state: 'sending' });
  if (!campaign) return;
  const untried = await countUntried(tx, id);
  if (untried >= BATCH) return;

  const recipients = await nextRecipients(tx, id);
  if (recipients.length > 0) {
    const emails = await queueBulkEmails(
      tx,
      recipients.map(({ email, token }) => ({
        kind: 'newsletter-issue',
        data: { campaignId: id, token },
        recipient: email,
      })),
    );
    await tx.em.insertMany(
      DeliveryEntity,
      recipients.map((subscriber, at) => ({ campaign: id, subscriber: subscriber.id, email: emails[at] })),
    );
  } else if (untried === 0) {
    campaign.state = 'sent';
    campaign.finishedAt = tx.now();
    await tx.em.flush();
    await recordCampaign(tx, campaign, 'update', 'Finished sending');
  }
}

/** Those that no mail server was asked about yet; what has failed once no longer holds up the rest. */
async function countUntried({ em }: Pick<Ctx, 'em'>, id: number): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from newsletter_deliveries join emails on emails.id = email_id
     where campaign_id = ? and state = 'waiting' and last_error is null`,
    [id],
  );
  return row?.count ?? 0;
}

/** Locked, so that nobody leaves between being chosen and being queued: who leaves next has the email taken back. */
const nextRecipients = ({ em }: Pick<Ctx, 'em'>, id: number) =>
  em.execute<{ id: number; email: string; token: string }[]>(
    `select id, email, token from newsletter_subscribers subscriber
     where state = 'confirmed' and not exists (
       select from newsletter_deliveries where campaign_id = ? and subscriber_id = subscriber.id)
     order by id limit ? for share`,
    [id, BATCH],
  );
