import { defineEntity, p } from '@mikro-orm/core';
import { EmailEntity } from '../emails/email.entity.ts';
import { CampaignEntity } from './campaign.entity.ts';
import { SubscriberEntity } from './subscriber.entity.ts';

/** The unique pair prevents sending a campaign to a subscriber twice. */
export const DeliveryEntity = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  uniques: [{ properties: ['campaign', 'subscriber'] }],
  properties: {
    id: p.integer().primary(),
    campaign: () => p.manyToOne(CampaignEntity).deleteRule('cascade'),
    /** Null when the address was erased. */
    subscriber: () => p.manyToOne(SubscriberEntity).nullable().deleteRule('set null').index(),
    /** Null when the outbox has purged the sent email, or the email was withdrawn. */
    email: () => p.oneToOne(EmailEntity).owner().nullable().deleteRule('set null'),
    isSkipped: p.boolean().default(false),
  },
});
