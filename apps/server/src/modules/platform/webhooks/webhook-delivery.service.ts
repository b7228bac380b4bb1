import type { DeliveriesQuery } from '@institute/contract';
import { deliveryDays, failingDays, TEST_EVENT, webhookLimits } from '@institute/contract/webhooks.constants';
import {
  claimDue,
  type DueRows,
  dueRowsSql,
  firstDueSql,
  type Retries,
  storeFailure,
} from '../../../background/due-rows.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { findForUpdate, lockOrNotFound } from '../../../database/row-lock.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { bool, int, listIds, readRows, text } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import type { Outcome } from './post.ts';
import {
  WebhookDeliveryEntity,
  type WebhookDeliveryRow,
  WebhookEntity,
  type WebhookRow,
} from './webhook.entity.ts';
import { readWebhookHost } from './webhook.view.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const dueDeliveries: DueRows = {
  table: 'webhook_deliveries',
  key: 'id',
  at: 'next_try_at',
  waiting: `state = 'waiting'`,
  // Longer than any try takes
  leaseMs: 30_000,
};
const TURNED_OFF = 'The webhook was turned off';
const GONE_STATUS = 410;

type Context = Pick<Ctx, 'em' | 'now'>;

export async function listDeliveries({ em }: Pick<Ctx, 'em'>, { id, state, type }: DeliveriesQuery) {
  if ((await em.count(WebhookEntity, { id })) === 0) throw notFoundError('Webhook not found');
  return em.find(
    WebhookDeliveryEntity,
    { webhook: id, ...(state && { state }), ...(type && { type }) },
    { orderBy: { id: 'desc' }, limit: webhookLimits.deliveries, disableIdentityMap: true },
  );
}

export const sendTestEvent = (ctx: Ctx, webhook: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const found = await lockOrNotFound(tx, WebhookEntity, { id: webhook }, { missing: 'Webhook not found' });
    refuseInactive(found);
    const now = tx.now();
    const event = { type: TEST_EVENT, data: {}, createdAt: now, nextTryAt: now } as const;
    return { id: await tx.em.insert(WebhookDeliveryEntity, { webhook, ...event }) };
  });

export const replayDelivery = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const unlocked = await tx.em.findOne(WebhookDeliveryEntity, { id }, { disableIdentityMap: true });
    if (!unlocked) throw deliveryNotFoundError();
    // Lock order: a webhook before its deliveries
    const webhook = await findForUpdate(tx, WebhookEntity, { id: unlocked.webhook.id });
    const row = await findForUpdate(tx, WebhookDeliveryEntity, { id });
    if (!webhook || !row) throw deliveryNotFoundError();
    refuseInactive(webhook);
    const now = tx.now();
    if (row.state === 'waiting' && row.tries > 0 && row.lastError == null && row.nextTryAt > now) {
      throw new AppError('CONFLICT', 'This delivery is being sent at this moment');
    }
    tx.em.assign(row, { state: 'waiting', tries: 0, nextTryAt: now, deliveredAt: null });
    await tx.em.flush();
    await recordActivity(tx, {
      type: 'update',
      entityType: 'webhook',
      entityId: webhook.id,
      description: `Sent ${row.type} to webhook ${readWebhookHost(webhook)} again`,
    });
    return { id };
  });

function refuseInactive({ isActive }: WebhookRow): void {
  if (!isActive) throw new AppError('CONFLICT', 'This webhook is turned off. Turn it on first');
}

const deliveryNotFoundError = () => notFoundError('This delivery is not in the log any more');

export type DueDelivery = Pick<
  WebhookDeliveryRow,
  'id' | 'messageId' | 'type' | 'data' | 'createdAt' | 'tries' | 'webhook'
>;

export const nextDeliveryDue: string = firstDueSql(dueDeliveries);

/** Takes one delivery of each free webhook, so that a slow receiver does not delay the others. */
export async function claimDeliveries(ctx: Context, busy: readonly number[]): Promise<DueDelivery[]> {
  const ofWebhook = dueRowsSql(dueDeliveries, { where: 'webhook_id = webhook.id', order: 'next_try_at, id' });
  const claimed = await claimDue(
    ctx,
    int,
    dueDeliveries,
    `select due.id from webhooks as webhook cross join lateral (${ofWebhook}) as due
     where webhook.is_active and webhook.id <> all(?::int[])`,
    [`{${busy}}`],
  );
  if (claimed.length === 0) return [];
  const ids = listIds(claimed);
  const tried = { lastTryAt: ctx.now(), lastStatus: null };
  await ctx.em.nativeUpdate(WebhookDeliveryEntity, { id: { $in: ids } }, tried);
  return ctx.em.find(
    WebhookDeliveryEntity,
    { id: { $in: ids } },
    { populate: ['webhook'], orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
}

export const storeOutcome = (
  ctx: Ctx,
  retries: Retries,
  delivery: DueDelivery,
  { status, error }: Outcome,
): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const now = tx.now();
    const { id, tries } = delivery;
    const webhook = await recordOutcome(tx, delivery.webhook.id, error === null);
    // A replay, or another process after the lease, may have taken the delivery
    const unchangedDelivery = { id, tries, state: 'waiting' } as const;
    const delivered = error === null && ({ state: 'delivered', deliveredAt: now } as const);
    await tx.em.nativeUpdate(WebhookDeliveryEntity, unchangedDelivery, { lastStatus: status, ...delivered });
    if (error === null) return;
    const failure = { reason: error, isRefusal: status === GONE_STATUS };
    await storeFailure(tx, dueDeliveries, retries, delivery, failure);
    if (!webhook?.is_active) return;
    const isFailing = new Date(webhook.failing_since) <= new Date(now.getTime() - failingDays * DAY_MS);
    if (status === GONE_STATUS) await endWebhook(tx, delivery.webhook, 'gone');
    else if (isFailing) await endWebhook(tx, delivery.webhook, 'failing');
  });

/** Returns the time since when every try has failed; undefined after a success. */
async function recordOutcome({ em, now }: TxCtx, id: number, isSuccess: boolean) {
  if (isSuccess) {
    await em.execute('update webhooks set failing_since = null where id = ? and failing_since is not null', [
      id,
    ]);
    return undefined;
  }
  const [row] = await readRows(em, { is_active: bool, failing_since: text })(
    `update webhooks set failing_since = coalesce(failing_since, ?::timestamptz) where id = ?
     returning is_active, failing_since`,
    [now(), id],
  );
  return row;
}

const endReasons = {
  gone: 'its receiver answered that it is gone',
  failing: `every try has failed for ${failingDays} days`,
};

async function endWebhook(tx: TxCtx, webhook: WebhookRow, endedBy: keyof typeof endReasons): Promise<void> {
  await tx.em.nativeUpdate(WebhookEntity, { id: webhook.id }, { isActive: false, endedBy });
  await abandonWaiting(tx, webhook.id);
  await recordActivity(tx, {
    type: 'update',
    entityType: 'webhook',
    entityId: webhook.id,
    description: `Turned off webhook ${readWebhookHost(webhook)}: ${endReasons[endedBy]}`,
  });
}

/** A webhook that is turned on again must not send old events. Owners can replay them. */
export async function abandonWaiting({ em }: Pick<TxCtx, 'em'>, webhook: number): Promise<void> {
  await em.execute(
    `update webhook_deliveries set state = 'failed', last_error = coalesce(last_error, ?)
     where webhook_id = ? and state = 'waiting'`,
    [TURNED_OFF, webhook],
  );
}

export async function purgeOldDeliveries({ em, now }: Context): Promise<void> {
  const before = new Date(now().getTime() - deliveryDays * DAY_MS);
  await em.nativeDelete(WebhookDeliveryEntity, { createdAt: { $lt: before }, state: { $ne: 'waiting' } });
}
