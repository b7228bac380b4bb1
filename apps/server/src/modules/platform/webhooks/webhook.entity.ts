import type { WebhookType } from '@institute/contract';
import { deliveryStates, type WebhookEvent, webhookLimits } from '@institute/contract/webhooks.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instantColumn } from '../../../database/timestamps.ts';
import { AccountEntity } from '../accounts/account.entity.ts';

export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.integer().primary(),
    createdAt: instantColumn(),
    url: p.string().length(webhookLimits.url),
    description: p.string().length(webhookLimits.description).nullable(),
    events: p.array().columnType('text[]').$type<WebhookEvent[]>(),
    /** Encrypted with the data key. Null when that key was lost. */
    secret: p.string().length(200).nullable().hidden(),
    /** Former secret, which also signs events until `formerSecretUntil`. */
    formerSecret: p.string().length(200).nullable().hidden(),
    formerSecretUntil: instantColumn().nullable(),
    isActive: p.boolean().default(true),
    /** Reason why the server turned the webhook off. Null when an owner did. */
    endedBy: p.enum(['gone', 'failing'] as const).nullable(),
    failingSince: instantColumn().nullable(),
    account: () => p.manyToOne(AccountEntity).nullable().deleteRule('set null'),
  },
});
export type WebhookRow = InferEntity<typeof WebhookEntity>;

/** One row is the event, its place in the queue, and its entry in the log. */
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
    /** The id is the same for every try and replay, so that the receiver can recognise repetitions. */
    messageId: p.uuid().defaultRaw('gen_random_uuid()'),
    type: p.string().length(40).$type<WebhookType>(),
    data: p.json<object>(),
    createdAt: instantColumn().index(),
    state: p.enum(deliveryStates).default('waiting'),
    /** Number of tries, including one that has started. */
    tries: p.integer().default(0),
    /** During sending, the end of the lease. After it another process may take the delivery. */
    nextTryAt: instantColumn(),
    lastTryAt: instantColumn().nullable(),
    lastStatus: p.integer().nullable(),
    lastError: p.string().length(300).nullable(),
    deliveredAt: instantColumn().nullable(),
  },
});
export type WebhookDeliveryRow = InferEntity<typeof WebhookDeliveryEntity>;
