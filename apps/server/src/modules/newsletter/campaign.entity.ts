import { campaignStates } from '@institute/contract/newsletter.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { editable, searched } from '../content/content.entity.ts';
import { PostEntity } from '../posts/post.entity.ts';

/** What a newsletter shows of an article. */
export interface IssueArticle {
  id: number;
  title: string;
  excerpt: string;
  imageUrl: string | null;
  imageAlt: string | null;
}

/** A newsletter: one letter to everybody who has confirmed. */
export const CampaignEntity = defineEntity({
  name: 'Campaign',
  tableName: 'newsletter_campaigns',
  properties: {
    ...editable,
    subject: p.string().length(200),
    body: p.text(),
    post: () => p.manyToOne(PostEntity).nullable().deleteRule('set null'),
    /** As it was when the sending began, so that everybody gets the same. */
    article: p.json<IssueArticle>().nullable(),
    state: p.enum(campaignStates).default('draft'),
    startedAt: p.datetime().length(3).nullable(),
    finishedAt: p.datetime().length(3).nullable(),
    search: searched('subject', 'body'),
  },
});
export type CampaignRow = InferEntity<typeof CampaignEntity>;
