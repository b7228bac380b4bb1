import { campaignStates, subscriberStates } from '@institute/contract/newsletter.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../../database/timestamps.ts';
import { editableColumns, searchColumn } from '../../platform/content/content.entity.ts';
import { OutgoingMessageEntity } from '../../platform/outbox/outgoing-message.entity.ts';
import { PostEntity } from '../posts/post.entity.ts';

/** A subscriber of the newsletter. `token` is the secret in unsubscribe links. */
export const SubscriberEntity = defineEntity({
  name: 'Subscriber',
  tableName: 'subscribers',
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    /**
     * Email in lower case. Null after unsubscribing. A new request stores the email again; it is deleted unless it
     * is confirmed in time.
     */
    email: p.string().length(254).unique().nullable(),
    /** Keyed hash of an address that has unsubscribed. */
    leftHash: p.string().length(43).nullable().index(),
    state: p.enum(subscriberStates).default('pending'),
    token: p.string().length(64).unique(),
    /** Time of the last email that asked for confirmation. */
    askedAt: p.datetime().length(3).nullable(),
    confirmedAt: p.datetime().length(3).nullable(),
    unsubscribedAt: p.datetime().length(3).nullable(),
    search: searchColumn('email'),
  },
});
export type SubscriberRow = InferEntity<typeof SubscriberEntity>;

export interface CampaignPost {
  id: number;
  title: string;
  excerpt: string;
  imageUrl: string | null;
  imageAlt: string | null;
}

export const CampaignEntity = defineEntity({
  name: 'Campaign',
  tableName: 'campaigns',
  properties: {
    ...editableColumns,
    subject: p.string().length(200),
    body: p.text(),
    post: () => p.manyToOne(PostEntity).nullable().deleteRule('set null'),
    /** Copy of the post when sending starts, so that all recipients get the same text. */
    postCopy: p.json<CampaignPost>().nullable(),
    state: p.enum(campaignStates).default('draft'),
    startedAt: p.datetime().length(3).nullable(),
    finishedAt: p.datetime().length(3).nullable(),
    /** Time at which the next recipients are queued, while the campaign is being sent. */
    nextTryAt: p.datetime().length(3).defaultRaw('now()'),
    tries: p.integer().default(0),
    lastError: p.string().length(500).nullable(),
    /** Number of sent emails, for sorting. The outbox purges sent emails, so a missing one counts as sent. */
    sent: p
      .integer()
      .formula(
        (campaigns) =>
          `(select count(*) from deliveries left join outgoing_messages email on email.id = email_id
            where campaign_id = ${campaigns}.id and not is_skipped and (email.id is null or email.state = 'sent'))`,
      )
      .persist(false)
      .nullable()
      .lazy(),
    search: searchColumn('subject', 'body'),
  },
});
export type CampaignRow = InferEntity<typeof CampaignEntity>;

/** A campaign on its way to one subscriber. The unique pair prevents sending it twice. */
export const DeliveryEntity = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  uniques: [{ properties: ['campaign', 'subscriber'] }],
  properties: {
    id: p.integer().primary(),
    campaign: () => p.manyToOne(CampaignEntity).deleteRule('cascade'),
    /** Null when the subscriber was erased. */
    subscriber: () => p.manyToOne(SubscriberEntity).nullable().deleteRule('set null').index(),
    /** Null when the outbox has purged the sent email, or the email was deleted unsent. */
    email: () => p.oneToOne(OutgoingMessageEntity).owner().nullable().deleteRule('set null'),
    isSkipped: p.boolean().default(false),
  },
});
