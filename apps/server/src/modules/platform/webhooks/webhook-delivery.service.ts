import type { DeliveriesQuery } from '@institute/contract';
import {
  deliveriesKeptDays,
  maxFailingDays,
  TEST_EVENT,
  webhookLimits,
} from '@institute/contract/webhooks.constants';
import {
  claimDueRows,
  type DueRowsTable,
  dueRowsSql,
  firstDueSql,
  type RetryRules,
  storeRowFailure,
} from '../../../background/due-rows.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { findForUpdate, lockRowOrNotFound } from '../../../database/row-lock.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { bool, int, listIds, readRows, text } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import type { PostOutcome } from './post.ts';
import {
  WebhookDeliveryEntity,
  type WebhookDeliveryRow,
  WebhookEntity,
  type WebhookRow,
} from './webhook.entity.ts';
import { readWebhookHost } from './webhook.view.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const dueDeliveryRows: DueRowsTable = {
  table: 'webhook_deliveries',
  key: 'id',
  at: 'next_try_at',
  waiting: `state = 'waiting'`,
  // The lease is longer than any try takes
  leaseMs: 30_000,
};
const TURNED_OFF_MESSAGE = 'The webhook was turned off';
const GONE_STATUS = 410;

type DeliveryCtx = Pick<Ctx, 'em' | 'now'>;

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
    const lockedWebhook = await lockRowOrNotFound(
      tx,
      WebhookEntity,
      { id: webhook },
      { missing: 'Webhook not found' },
    );
    refuseInactiveWebhook(lockedWebhook);
    const now = tx.now();
    const testEvent = { type: TEST_EVENT, data: {}, createdAt: now, nextTryAt: now } as const;
    return { id: await tx.em.insert(WebhookDeliveryEntity, { webhook, ...testEvent }) };
  });

export const replayDelivery = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const unlockedDelivery = await tx.em.findOne(WebhookDeliveryEntity, { id }, { disableIdentityMap: true });
    if (!unlockedDelivery) throw deliveryNotFoundError();
    // A webhook is locked before its deliveries, as everywhere
    const webhook = await findForUpdate(tx, WebhookEntity, { id: unlockedDelivery.webhook.id });
    const row = await findForUpdate(tx, WebhookDeliveryEntity, { id });
    if (!webhook || !row) throw deliveryNotFoundError();
    refuseInactiveWebhook(webhook);
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

function refuseInactiveWebhook({ isActive }: WebhookRow): void {
  if (!isActive) throw new AppError('CONFLICT', 'This webhook is turned off. Turn it on first');
}

const deliveryNotFoundError = () => notFoundError('This delivery is not in the log any more');

export type DueDelivery = Pick<
  WebhookDeliveryRow,
  'id' | 'messageId' | 'type' | 'data' | 'createdAt' | 'tries' | 'webhook'
>;

export const nextDeliveryDueSql: string = firstDueSql(dueDeliveryRows);

/** Takes one delivery of each free webhook, so that a slow receiver does not delay the others. */
export async function claimDeliveries(ctx: DeliveryCtx, busy: readonly number[]): Promise<DueDelivery[]> {
  const dueDeliveriesSql = dueRowsSql(dueDeliveryRows, {
    where: 'webhook_id = webhook.id',
    order: 'next_try_at, id',
  });
  const claimedRows = await claimDueRows(
    ctx,
    int,
    dueDeliveryRows,
    `select due.id from webhooks as webhook cross join lateral (${dueDeliveriesSql}) as due
     where webhook.is_active and webhook.id <> all(?::int[])`,
    [`{${busy}}`],
  );
  if (claimedRows.length === 0) return [];
  const claimedIds = listIds(claimedRows);
  const lastTryFields = { lastTryAt: ctx.now(), lastStatus: null };
  await ctx.em.nativeUpdate(WebhookDeliveryEntity, { id: { $in: claimedIds } }, lastTryFields);
  return ctx.em.find(
    WebhookDeliveryEntity,
    { id: { $in: claimedIds } },
    { populate: ['webhook'], orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
}

export const storeDeliveryOutcome = (
  ctx: Ctx,
  retries: RetryRules,
  delivery: DueDelivery,
  { status, error }: PostOutcome,
): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    const now = tx.now();
    const { id, tries } = delivery;
    const webhook = await updateFailingSince(tx, delivery.webhook.id, error === null);
    // The condition fails when a replay, or another process after the lease, has taken the delivery
    const unchangedDelivery = { id, tries, state: 'waiting' } as const;
    const deliveredFields = error === null && ({ state: 'delivered', deliveredAt: now } as const);
    await tx.em.nativeUpdate(WebhookDeliveryEntity, unchangedDelivery, {
      lastStatus: status,
      ...deliveredFields,
    });
    if (error === null) return;
    const deliveryFailure = { reason: error, isRefusal: status === GONE_STATUS };
    await storeRowFailure(tx, dueDeliveryRows, retries, delivery, deliveryFailure);
    if (!webhook?.is_active) return;
    const hasFailedTooLong =
      new Date(webhook.failing_since) <= new Date(now.getTime() - maxFailingDays * DAY_MS);
    if (status === GONE_STATUS) await turnOffWebhook(tx, delivery.webhook, 'gone');
    else if (hasFailedTooLong) await turnOffWebhook(tx, delivery.webhook, 'failing');
  });

/** Stores since when every try has failed, and returns the row. Undefined after a success. */
async function updateFailingSince({ em, now }: TxCtx, id: number, isSuccess: boolean) {
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

const endReasonTexts = {
  gone: 'its receiver answered that it is gone',
  failing: `every try has failed for ${maxFailingDays} days`,
};

async function turnOffWebhook(
  tx: TxCtx,
  webhook: WebhookRow,
  endedBy: keyof typeof endReasonTexts,
): Promise<void> {
  await tx.em.nativeUpdate(WebhookEntity, { id: webhook.id }, { isActive: false, endedBy });
  await abandonWaitingDeliveries(tx, webhook.id);
  await recordActivity(tx, {
    type: 'update',
    entityType: 'webhook',
    entityId: webhook.id,
    description: `Turned off webhook ${readWebhookHost(webhook)}: ${endReasonTexts[endedBy]}`,
  });
}

/**
 * Gives up waiting deliveries, because a webhook that is turned on again must not send old events. Owners can replay
 * them.
 */
export async function abandonWaitingDeliveries({ em }: Pick<TxCtx, 'em'>, webhook: number): Promise<void> {
  await em.execute(
    `update webhook_deliveries set state = 'failed', last_error = coalesce(last_error, ?)
     where webhook_id = ? and state = 'waiting'`,
    [TURNED_OFF_MESSAGE, webhook],
  );
}

export async function purgeOldDeliveries({ em, now }: DeliveryCtx): Promise<void> {
  const deliveryCutoff = new Date(now().getTime() - deliveriesKeptDays * DAY_MS);
  await em.nativeDelete(WebhookDeliveryEntity, {
    createdAt: { $lt: deliveryCutoff },
    state: { $ne: 'waiting' },
  });
}
