import { defineEntity, p } from '@mikro-orm/core';
import { EmailEntity } from '../emails/email.entity.ts';
import { CampaignEntity } from './campaign.entity.ts';
import { SubscriberEntity } from './subscriber.entity.ts';

/** A campaign on its way to a subscriber. The unique pair means that nobody gets it twice. */
export const DeliveryEntity = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  uniques: [{ properties: ['campaign', 'subscriber'] }],
  properties: {
    id: p.integer().primary(),
    campaign: () => p.manyToOne(CampaignEntity).deleteRule('cascade'),
    /** Null: the address was erased. */
    subscriber: () => p.manyToOne(SubscriberEntity).nullable().deleteRule('set null').index(),
    /** Null: the outbox has purged the sent email, or it was taken back. */
    email: () => p.oneToOne(EmailEntity).owner().nullable().deleteRule('set null'),
    /** Never sent: the subscriber left before, or the mailer had given up long ago. */
    isSkipped: p.boolean().default(false),
  },
});
