import { defineEntity, p } from '@mikro-orm/core';
import { EmailEntity } from '../emails/email.entity.ts';
import { CampaignEntity } from './campaign.entity.ts';
import { SubscriberEntity } from './subscriber.entity.ts';

/** That a newsletter was queued for somebody: there is one at most for each, so nobody gets it twice. */
export const DeliveryEntity = defineEntity({
  name: 'Delivery',
  tableName: 'newsletter_deliveries',
  uniques: [{ properties: ['campaign', 'subscriber'] }],
  properties: {
    id: p.integer().primary(),
    campaign: () => p.manyToOne(CampaignEntity).deleteRule('cascade'),
    /** Null: the address was erased since. */
    subscriber: () => p.manyToOne(SubscriberEntity).nullable().deleteRule('set null').index(),
    /** Null: it was sent so long ago that the outbox has forgotten it, or it was taken back. */
    email: () => p.oneToOne(EmailEntity).owner().nullable().deleteRule('set null'),
    /** Taken back before it went out: who has left gets nothing any more. */
    isSkipped: p.boolean().default(false),
  },
});
