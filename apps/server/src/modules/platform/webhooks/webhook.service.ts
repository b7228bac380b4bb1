import type { WebhookChanges, WebhookInput } from '@institute/contract';
import { formerSecretHours, webhookLimits } from '@institute/contract/webhooks.constants';
import { refuseUnconfirmedPassword, requireAccount } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { lockRowOrNotFound } from '../../../database/row-lock.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { int, readRows } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { checkTargetName, checkTargetUrl, TargetError } from './public-target.service.ts';
import { makeWebhookSecret, webhookSecretColumn } from './signature.ts';
import { WebhookEntity, type WebhookRow } from './webhook.entity.ts';
import { deliveryCountColumns, readWebhookHost, toWebhookView } from './webhook.view.ts';
import { abandonWaitingDeliveries } from './webhook-delivery.service.ts';

const webhookNotFoundMessage = 'Webhook not found';
const FORMER_SECRET_MS = formerSecretHours * 60 * 60 * 1000;

export async function listWebhooks({ em }: Pick<Ctx, 'em'>) {
  const [rows, counts] = await Promise.all([
    em.find(WebhookEntity, {}, { populate: ['account'], orderBy: { id: 'desc' }, disableIdentityMap: true }),
    readRows(em, { id: int, ...deliveryCountColumns })(
      `select webhook_id as id, count(*) filter (where state = 'waiting')::int as waiting,
         count(*) filter (where state = 'failed')::int as failed, max(delivered_at) as "lastDeliveredAt"
       from webhook_deliveries group by webhook_id`,
    ),
  ]);
  const countsByWebhook = new Map(counts.map(({ id, ...its }) => [id, its]));
  return rows.map((row) => toWebhookView(row, countsByWebhook.get(row.id)));
}

/** The secret is only in this answer. */
export async function createWebhook(ctx: Ctx, input: WebhookInput): Promise<{ id: number; secret: string }> {
  refuseUnconfirmedPassword(ctx);
  await checkWebhookTarget(ctx, input.url);
  const { id: account } = requireAccount(ctx);
  const newSecret = makeWebhookSecret();
  return runInTransaction(ctx, async (tx) => {
    await tx.em.execute('lock table webhooks in share row exclusive mode');
    if ((await tx.em.count(WebhookEntity)) >= webhookLimits.webhooks) {
      throw new AppError(
        'CONFLICT',
        `There are ${webhookLimits.webhooks} webhooks already. Remove one first`,
      );
    }
    const { url, description = null, events } = input;
    const newWebhookFields = { url, description, events, account, createdAt: tx.now() };
    const id = await tx.em.insert(WebhookEntity, newWebhookFields);
    // The secret is encrypted for this row only, so the row's id must exist first
    await tx.em.nativeUpdate(
      WebhookEntity,
      { id },
      { secret: webhookSecretColumn.seal(tx.config.dataKeys, id, newSecret) },
    );
    await recordWebhookActivity(
      tx,
      'create',
      { id, url },
      (host) => `Made webhook ${host} for ${events.join(', ')}`,
    );
    return { id, secret: newSecret };
  });
}

export async function updateWebhook(ctx: Ctx, { id, isActive, ...changes }: WebhookChanges) {
  if (changes.url !== undefined) await checkWebhookTarget(ctx, changes.url);
  return runInTransaction(ctx, async (tx) => {
    const row = await lockWebhook(tx, id);
    if (changes.url !== undefined && changes.url !== row.url) refuseUnconfirmedPassword(tx);
    tx.em.assign(row, changes);
    if (isActive !== undefined && isActive !== row.isActive) {
      tx.em.assign(row, { isActive, endedBy: null, failingSince: null });
      if (!isActive) await abandonWaitingDeliveries(tx, id);
    }
    await tx.em.flush();
    await recordWebhookActivity(tx, 'update', row, (host) => `Updated webhook ${host}`);
    return { id };
  });
}

export const removeWebhook = (ctx: Ctx, id: number): Promise<{ id: number }> =>
  runInTransaction(ctx, async (tx) => {
    const row = await lockWebhook(tx, id);
    await tx.em.nativeDelete(WebhookEntity, { id });
    await recordWebhookActivity(tx, 'purge', row, (host) => `Removed webhook ${host}`);
    return { id };
  });

/** The former secret also signs for a day, so that the receiver can change over without losing events. */
export async function rotateSecret(ctx: Ctx, id: number): Promise<{ secret: string }> {
  refuseUnconfirmedPassword(ctx);
  const secret = makeWebhookSecret();
  await runInTransaction(ctx, async (tx) => {
    const row = await lockWebhook(tx, id);
    row.formerSecret = row.secret ?? null;
    row.formerSecretUntil = new Date(tx.now().getTime() + FORMER_SECRET_MS);
    row.secret = webhookSecretColumn.seal(tx.config.dataKeys, id, secret);
    await tx.em.flush();
    await recordWebhookActivity(tx, 'update', row, (host) => `Made a new secret for webhook ${host}`);
  });
  return { secret };
}

export function openWebhookSecrets({ config, now }: Pick<Ctx, 'config' | 'now'>, row: WebhookRow): string[] {
  const { id, secret, formerSecret, formerSecretUntil } = row;
  const isFormerSecretValid = formerSecretUntil && formerSecretUntil > now();
  return [secret, isFormerSecretValid ? formerSecret : null].flatMap((sealed) => {
    const openedSecret = sealed ? webhookSecretColumn.open(config.dataKeys, id, sealed) : null;
    return openedSecret === null ? [] : [openedSecret];
  });
}

export async function listEndedWebhooks({ em }: Pick<Ctx, 'em'>) {
  const endedWebhookFilter = { isActive: false, endedBy: { $ne: null } } as const;
  const endedWebhookRows = await em.find(WebhookEntity, endedWebhookFilter, {
    orderBy: { id: 'asc' },
    disableIdentityMap: true,
  });
  return endedWebhookRows.flatMap((row) =>
    row.endedBy ? [{ host: readWebhookHost(row), reason: row.endedBy }] : [],
  );
}

const lockWebhook = (tx: TxCtx, id: number): Promise<WebhookRow> =>
  lockRowOrNotFound(tx, WebhookEntity, { id }, { missing: webhookNotFoundMessage });

async function checkWebhookTarget({ config }: Ctx, address: string): Promise<void> {
  const mayUsePrivateAddress = config.webhooksAllowPrivate;
  try {
    const url = new URL(address);
    checkTargetUrl(url, { allowPrivate: mayUsePrivateAddress });
    if (!mayUsePrivateAddress) await checkTargetName(url);
  } catch (error) {
    if (error instanceof TargetError) throw invalidInputError([{ path: 'url', message: error.message }]);
    throw error;
  }
}

const recordWebhookActivity = (
  tx: TxCtx,
  type: 'create' | 'update' | 'purge',
  row: Pick<WebhookRow, 'id' | 'url'>,
  describe: (host: string) => string,
) =>
  recordActivity(tx, {
    type,
    entityType: 'webhook',
    entityId: row.id,
    description: describe(readWebhookHost(row)),
  });
