import type { Ctx } from '../../context.ts';
import { type InTransaction, transaction } from '../../transaction.ts';
import { CampaignEntity } from './campaign.entity.ts';
import { finishSending, lockSending } from './campaign.service.ts';
import { addDeliveries } from './delivery.service.ts';

/** The most untried emails of a campaign in the outbox. Limits what a stop or a crash has to handle. */
export const BATCH = 200;

type Context = Pick<Ctx, 'em' | 'actor' | 'origin' | 'now'>;

/** Queues the next recipients of every campaign that is being sent. */
export async function queueDeliveries(ctx: Context): Promise<void> {
  const sending = { state: 'sending', deletedAt: null } as const;
  const ids = await ctx.em.find(CampaignEntity, sending, { fields: ['id'], disableIdentityMap: true });
  for (const { id } of ids) {
    await transaction({ ...ctx, em: ctx.em.fork() }, (tx) => queueBatch(tx, id));
  }
}

/** Runs in one transaction under the campaign's lock, so replicas and crashes queue nobody twice. */
async function queueBatch(tx: InTransaction<Context>, id: number): Promise<void> {
  const campaign = await lockSending(tx, id);
  if (!campaign) return;
  const untried = await countUntried(tx, id);
  if (untried >= BATCH) return;

  const recipients = await nextRecipients(tx, id);
  if (recipients.length > 0) {
    await addDeliveries(tx, id, recipients);
  } else if (untried === 0) {
    await finishSending(tx, campaign);
  }
}

/** Emails without a finished try. Failed ones do not count, so they do not hold up the rest. */
async function countUntried({ em }: Pick<Ctx, 'em'>, id: number): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from deliveries join emails on emails.id = email_id
     where campaign_id = ? and state = 'waiting' and last_error is null`,
    [id],
  );
  return row?.count ?? 0;
}

/** `for share`: nobody can unsubscribe between being chosen and being queued. */
const nextRecipients = ({ em }: Pick<Ctx, 'em'>, id: number) =>
  em.execute<{ id: number; email: string; token: string }[]>(
    `select id, email, token from subscribers subscriber
     where state = 'confirmed' and not exists (
       select from deliveries where campaign_id = ? and subscriber_id = subscriber.id)
     order by id limit ? for share`,
    [id, BATCH],
  );
