import { type WebhookEvent, webhookLimits } from '@institute/contract/webhooks.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { AccountEntity } from '../accounts/account.entity.ts';

const instant = () => p.datetime().length(3);

export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.integer().primary(),
    createdAt: instant(),
    url: p.string().length(webhookLimits.url),
    description: p.string().length(webhookLimits.description).nullable(),
    events: p.array().columnType('text[]').$type<WebhookEvent[]>(),
    /** Encrypted with the data key. Null when that key was lost. */
    secret: p.string().length(200).nullable().hidden(),
    /** Also signs until `formerSecretUntil`. */
    formerSecret: p.string().length(200).nullable().hidden(),
    formerSecretUntil: instant().nullable(),
    isActive: p.boolean().default(true),
    /** Why the server turned it off; null when an owner did. */
    endedBy: p.enum(['gone', 'failing'] as const).nullable(),
    failingSince: instant().nullable(),
    account: () => p.manyToOne(AccountEntity).nullable().deleteRule('set null'),
  },
});
export type WebhookRow = InferEntity<typeof WebhookEntity>;
