import type { WebhookData } from '@institute/contract';
import type { ContentAction, WebhookEvent } from '@institute/contract/webhooks.constants';
import type { Ctx, TxCtx } from '../../context.ts';
import { type Fields, type Given, Later, newRowForEach, type Step } from '../../database/insert-together.ts';
import { WebhookDeliveryEntity } from './webhook.entity.ts';

/**
 * SQL of the webhooks for an event. The lock prevents the removal of a webhook from failing the caller's
 * write.
 */
const receiversSql = (event: string) =>
  `(select id from webhooks where is_active and ${event} = any(events) for key share) as receiver`;

/** Call it in the transaction of the change, so that events are sent only after its commit. */
export async function queueEvents<Event extends WebhookEvent>(
  { em, now }: Pick<TxCtx, 'em' | 'now'>,
  event: Event,
  data: readonly WebhookData[Event][],
): Promise<void> {
  if (data.length === 0) return;
  await em.execute(
    `insert into webhook_deliveries (webhook_id, type, data, created_at, next_try_at)
     select receiver.id, ?, told.data, ?::timestamptz, ?::timestamptz
     from ${receiversSql('?')}, jsonb_array_elements(?::jsonb) with ordinality as told (data, at) order by told.at`,
    [event, now(), now(), event, JSON.stringify(data)],
  );
}

export const newEvent = <Event extends WebhookEvent>(
  { now }: Given<{ now: Date }>,
  event: Event,
  data: Fields<WebhookData[Event]>,
): Step =>
  newRowForEach(WebhookDeliveryEntity, receiversSql(`'${event}'`), {
    webhook: new Later<number>(() => 'receiver.id'),
    type: event,
    data: data as object,
    createdAt: now,
    nextTryAt: now,
  });

export function queueContentChanges(
  tx: Pick<TxCtx, 'em' | 'now'> & Pick<Ctx, 'content'>,
  changes: readonly { type: string; id: number; action: ContentAction }[],
): Promise<void> {
  const told = changes.flatMap(({ type, id, action }) => {
    const info = tx.content.find((each) => each.type === type);
    return info ? [{ resource: info.key, id, action }] : [];
  });
  return queueEvents(tx, 'content.changed', told);
}
