import { campaignStates } from '@institute/contract/newsletter.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { editable, searched } from '../content/content.entity.ts';
import { PostEntity } from '../posts/post.entity.ts';

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
    ...editable,
    subject: p.string().length(200),
    body: p.text(),
    post: () => p.manyToOne(PostEntity).nullable().deleteRule('set null'),
    /** A copy made when sending starts, so that all recipients get the same. */
    postCopy: p.json<CampaignPost>().nullable(),
    state: p.enum(campaignStates).default('draft'),
    startedAt: p.datetime().length(3).nullable(),
    finishedAt: p.datetime().length(3).nullable(),
    /** While sending: when the next recipients are queued. */
    nextTryAt: p.datetime().length(3).defaultRaw('now()'),
    tries: p.integer().default(0),
    lastError: p.string().length(500).nullable(),
    /** For sorting. The outbox purges sent emails, so a missing one counts as sent. */
    sent: p
      .integer()
      .formula(
        (campaigns) =>
          `(select count(*) from deliveries left join emails email on email.id = email_id
            where campaign_id = ${campaigns}.id and not is_skipped and (email.id is null or email.state = 'sent'))`,
      )
      .persist(false)
      .nullable()
      .lazy(),
    search: searched('subject', 'body'),
  },
});
export type CampaignRow = InferEntity<typeof CampaignEntity>;
