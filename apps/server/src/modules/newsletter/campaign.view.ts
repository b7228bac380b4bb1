import type { CampaignState } from '@institute/contract/newsletter.constants';
import { storedView } from '../content/content.view.ts';
import type { CampaignRow } from './campaign.entity.ts';

export interface DeliveryCounts {
  sent: number;
  queued: number;
  failed: number;
  /** Never sent: unsubscribed before, or the mailer gave up long ago. */
  skipped: number;
  left: number;
}

export interface Campaign {
  id: number;
  createdAt: string;
  updatedAt: string;
  subject: string;
  body: string;
  postId: number | null;
  state: CampaignState;
  startedAt: string | null;
  finishedAt: string | null;
  counts: DeliveryCounts;
}

export const campaignView = (row: CampaignRow, counts: DeliveryCounts): Campaign => ({
  ...storedView(row),
  subject: row.subject,
  body: row.body,
  postId: row.post?.id ?? null,
  state: row.state,
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  counts,
});
