import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from '../content/content.entity.ts';

/** An address of the newsletter. `token` is the secret of the links in its mails. */
export const SubscriberEntity = defineEntity({
  name: 'Subscriber',
  tableName: 'newsletter_subscribers',
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    /** In lower case. */
    email: p.string().length(254).unique(),
    state: p.enum(['pending', 'confirmed', 'unsubscribed'] as const).default('pending'),
    token: p.string().length(64).unique(),
    confirmedAt: p.datetime().length(3).nullable(),
    unsubscribedAt: p.datetime().length(3).nullable(),
  },
});
export type SubscriberRow = InferEntity<typeof SubscriberEntity>;
