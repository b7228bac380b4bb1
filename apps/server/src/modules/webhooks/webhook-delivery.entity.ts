import type { WebhookType } from '@institute/contract';
import { deliveryStates } from '@institute/contract/webhooks.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { WebhookEntity } from './webhook.entity.ts';

const instant = () => p.datetime().length(3);

/** One row is the event, the queue entry and the log entry. */
export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  indexes: [
    {
      name: 'webhook_deliveries_due_index',
      expression:
        "create index webhook_deliveries_due_index on webhook_deliveries (webhook_id, next_try_at, id) where state = 'waiting'",
    },
    { properties: ['webhook', 'id'] },
  ],
  properties: {
    id: p.integer().primary(),
    webhook: () => p.manyToOne(WebhookEntity).deleteRule('cascade'),
    /** The same for every try and replay, so that the receiver recognises repetitions. */
    messageId: p.uuid().defaultRaw('gen_random_uuid()'),
    type: p.string().length(40).$type<WebhookType>(),
    data: p.json<object>(),
    createdAt: instant().index(),
    state: p.enum(deliveryStates).default('waiting'),
    /** Includes a try that has started. */
    tries: p.integer().default(0),
    /** During sending, the end of the lease. After it another process may take the delivery. */
    nextTryAt: instant(),
    lastTryAt: instant().nullable(),
    lastStatus: p.integer().nullable(),
    lastError: p.string().length(300).nullable(),
    deliveredAt: instant().nullable(),
  },
});
export type WebhookDeliveryRow = InferEntity<typeof WebhookDeliveryEntity>;
