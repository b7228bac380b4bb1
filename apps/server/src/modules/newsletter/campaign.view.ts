import type { CampaignState } from '@institute/contract/newsletter.constants';
import { storedView } from '../content/content.view.ts';
import type { CampaignRow } from './campaign.entity.ts';

/** How far a newsletter has come, in recipients. */
export interface DeliveryCounts {
  /** The mail server has taken it. */
  sent: number;
  /** Written, and waiting in the outbox. */
  queued: number;
  /** The mail server did not want it. */
  failed: number;
  /** Have left before it went out. */
  skipped: number;
  /** Have confirmed and are not queued yet. */
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
