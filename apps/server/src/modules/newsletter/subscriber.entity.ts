import { subscriberStates } from '@institute/contract/newsletter.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../database/timestamps.ts';
import { searched } from '../content/content.entity.ts';

/** `token` is the secret in unsubscribe links. */
export const SubscriberEntity = defineEntity({
  name: 'Subscriber',
  tableName: 'subscribers',
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    /**
     * In lower case. Null after unsubscribing. A new request stores it again until it is confirmed or
     * expires.
     */
    email: p.string().length(254).unique().nullable(),
    /** Keyed hash of an address that has unsubscribed. */
    leftHash: p.string().length(43).nullable().index(),
    state: p.enum(subscriberStates).default('pending'),
    token: p.string().length(64).unique(),
    /** When an email last asked for confirmation. */
    askedAt: p.datetime().length(3).nullable(),
    confirmedAt: p.datetime().length(3).nullable(),
    unsubscribedAt: p.datetime().length(3).nullable(),
    search: searched('email'),
  },
});
export type SubscriberRow = InferEntity<typeof SubscriberEntity>;
