import type { WebhookData } from '@institute/contract';
import type { ContentAction, WebhookEvent } from '@institute/contract/webhooks.constants';
import type { Ctx, TxCtx } from '../../../context.ts';
import type { InsertStatement } from '../../../database/insert-all.ts';

/** Call it in the transaction of the change, so that events are sent only after its commit. */
export async function queueEvents<Event extends WebhookEvent>(
  tx: Pick<TxCtx, 'em' | 'now'>,
  event: Event,
  data: readonly WebhookData[Event][],
): Promise<void> {
  if (data.length === 0) return;
  const { sql, values } = makeEvents(tx, event, data);
  await tx.em.execute(sql, [...values]);
}

/**
 * Makes a statement for `insertAllInOneStatement` that queues each event for each webhook that wants it. Its lock keeps the removal
 * of a webhook from failing the caller's write.
 */
export const makeEvents = <Event extends WebhookEvent>(
  { now }: Pick<Ctx, 'now'>,
  event: Event,
  data: readonly WebhookData[Event][],
): InsertStatement => ({
  sql: `insert into webhook_deliveries (webhook_id, type, data, created_at, next_try_at)
    select receiver.id, ?, told.data, ?::timestamptz, ?::timestamptz
    from (select id from webhooks where is_active and ? = any(events) for key share) as receiver,
      jsonb_array_elements(?::jsonb) with ordinality as told (data, at) order by told.at`,
  values: [event, now(), now(), event, JSON.stringify(data)],
});

export function queueContentChanges(
  tx: Pick<TxCtx, 'em' | 'now'> & Pick<Ctx, 'content'>,
  changes: readonly { type: string; id: number; action: ContentAction }[],
): Promise<void> {
  const changeEvents = changes.flatMap(({ type, id, action }) => {
    const contentInfo = tx.content.find((each) => each.type === type);
    return contentInfo ? [{ resource: contentInfo.key, id, action }] : [];
  });
  return queueEvents(tx, 'content.changed', changeEvents);
}
