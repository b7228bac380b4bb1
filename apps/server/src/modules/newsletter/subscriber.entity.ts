import { subscriberStates } from '@institute/contract/newsletter.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../database/timestamps.ts';
import { searched } from '../content/content.entity.ts';

/** An address of the newsletter. `token` is the secret in the links that unsubscribe. */
export const SubscriberEntity = defineEntity({
  name: 'Subscriber',
  tableName: 'subscribers',
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    /**
     * In lower case. Null once it has left; there again from somebody's asking for a confirmation until that has come
     * or is too old.
     */
    email: p.string().length(254).unique().nullable(),
    /** A keyed hash of the address that has left, which tells that it did. */
    leftHash: p.string().length(43).nullable().index(),
    state: p.enum(subscriberStates).default('pending'),
    token: p.string().length(64).unique(),
    /** When an email last asked for the confirmation. */
    askedAt: p.datetime().length(3).nullable(),
    confirmedAt: p.datetime().length(3).nullable(),
    unsubscribedAt: p.datetime().length(3).nullable(),
    search: searched('email'),
  },
});
export type SubscriberRow = InferEntity<typeof SubscriberEntity>;
