import type { Ctx, TxCtx } from '../../../context.ts';
import { int, listIds, readRows } from '../../../sql.ts';
import {
  changeMessageState,
  type MessageStateChange,
  queueMessagesInBulk,
  removeMessages,
} from '../../platform/outbox/outbox.service.ts';
import { type CampaignRow, DeliveryEntity } from './newsletter.entity.ts';
import { newsletterIssueMessage } from './newsletter.messages.ts';

type Tx = Pick<TxCtx, 'em' | 'now'>;

export async function addDeliveries(
  tx: Tx,
  campaignId: number,
  subscribers: readonly { id: number; email: string; token: string }[],
): Promise<void> {
  const queuedEmails = await queueMessagesInBulk(
    tx,
    subscribers.map(({ id: subscriber, email, token }) => ({
      ...newsletterIssueMessage.email({ data: { campaignId, token }, recipient: email }),
      subscriber,
    })),
  );
  await tx.em.insertMany(
    DeliveryEntity,
    queuedEmails.map(({ id: email, subscriber }) => ({ campaign: campaignId, subscriber, email })),
  );
}

/**
 * Deletes the unsent emails to a subscriber. Their deliveries stay, marked as skipped, so that no campaign is sent
 * to the subscriber twice.
 */
export async function removeSubscriberFromQueue(tx: Tx, subscriberId: number): Promise<void> {
  const queuedDeliveries = await listQueuedDeliveries(tx, { subscriber: subscriberId });
  const removedIds = await removeMessages(tx, listEmailIds(queuedDeliveries), { evenUnderWay: true });
  await tx.em.execute('update deliveries set is_skipped = true where id = any(?::int[])', [
    toDeliveryIdArray(queuedDeliveries, removedIds),
  ]);
}

/** Marks deliveries as skipped. Call it before deleting unsent emails: a delivery without an email counts as sent. */
export async function skipDeliveries({ em }: Pick<Tx, 'em'>, emails: readonly number[]): Promise<void> {
  await em.nativeUpdate(DeliveryEntity, { email: { $in: [...emails] } }, { isSkipped: true });
}

/**
 * Deletes unsent emails with their deliveries, so that a restored campaign continues with these subscribers.
 */
export async function unqueueDeliveries(tx: Tx, campaignId: number): Promise<void> {
  const unsentDeliveries = await listQueuedDeliveries(tx, { campaign: campaignId });
  const removedEmailIds = await removeMessages(tx, listEmailIds(unsentDeliveries), { evenUnderWay: false });
  await tx.em.execute('delete from deliveries where id = any(?::int[])', [
    toDeliveryIdArray(unsentDeliveries, removedEmailIds),
  ]);
}

export const switchDeliveryState = async (
  tx: Tx,
  campaignId: number,
  emails: MessageStateChange,
): Promise<void> =>
  changeMessageState(tx, listEmailIds(await listQueuedDeliveries(tx, { campaign: campaignId })), emails);

interface QueuedDelivery {
  id: number;
  emailId: number;
}

/** Lists deliveries that are not sent. The caller's lock of the subscriber or campaign prevents new ones. */
async function listQueuedDeliveries(
  { em }: Pick<Tx, 'em'>,
  of: { campaign: number } | { subscriber: number },
): Promise<QueuedDelivery[]> {
  const rows = await em.find(
    DeliveryEntity,
    { ...of, email: { state: { $ne: 'sent' } } },
    { fields: ['email'], disableIdentityMap: true },
  );
  return rows.flatMap(({ id, email }) => (email ? [{ id, emailId: email.id }] : []));
}

const listEmailIds = (queued: readonly QueuedDelivery[]) => queued.map(({ emailId }) => emailId);

const toDeliveryIdArray = (queued: readonly QueuedDelivery[], emails: Set<number>) =>
  `{${queued.filter(({ emailId }) => emails.has(emailId)).map(({ id }) => id)}}`;

type CountedCampaign = Pick<CampaignRow, 'id' | 'state'>;

/** `skipped`: never sent, because the subscriber left first or the mailer gave up long ago. */
const deliveryCountColumns = { id: int, sent: int, queued: int, failed: int, skipped: int };
const emptyDeliveryCounts = { sent: 0, queued: 0, failed: 0, skipped: 0 };
export type DeliveryCounts = typeof emptyDeliveryCounts & { left: number };

export async function countDeliveries(
  ctx: Pick<Ctx, 'em'>,
  campaigns: readonly CountedCampaign[],
): Promise<(campaign: CountedCampaign) => DeliveryCounts> {
  const ids = listIds(campaigns);
  const [queued, left] = await Promise.all([
    countQueuedDeliveries(ctx, ids),
    countRemainingRecipients(ctx, ids),
  ]);
  return ({ id, state }) => ({
    ...(queued.get(id) ?? emptyDeliveryCounts),
    // A sent campaign is not sent to later subscribers
    left: state === 'sent' ? 0 : (left.get(id) ?? 0),
  });
}

async function countQueuedDeliveries(
  { em }: Pick<Ctx, 'em'>,
  ids: number[],
): Promise<Map<number, typeof emptyDeliveryCounts>> {
  const rows = await readRows(em, deliveryCountColumns)(
    `select campaign_id as id,
       count(*) filter (where not is_skipped and (email.id is null or email.state = 'sent'))::int as sent,
       count(*) filter (where email.state in ('waiting', 'held'))::int as queued,
       count(*) filter (where email.state = 'parked')::int as failed,
       count(*) filter (where is_skipped)::int as skipped
     from deliveries left join outgoing_messages email on email.id = email_id
     where campaign_id = any(?::int[]) group by campaign_id`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

async function countRemainingRecipients(
  { em }: Pick<Ctx, 'em'>,
  ids: number[],
): Promise<Map<number, number>> {
  const rows = await readRows(em, { id: int, count: int })(
    `select campaign.id, count(*)::int as count
     from campaigns campaign join subscribers subscriber on subscriber.state = 'confirmed'
     where campaign.id = any(?::int[]) and campaign.state <> 'sent' and not exists (
       select from deliveries
       where campaign_id = campaign.id and subscriber_id = subscriber.id)
     group by campaign.id`,
    [`{${ids}}`],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
