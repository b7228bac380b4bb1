import { newsletterLimits } from '@institute/contract/newsletter.constants';
import { readPostText, truncate } from '@institute/contract/text';
import type { Ctx } from '../../../context.ts';
import { notFoundError } from '../../../errors.ts';
import { PostEntity } from '../posts/post.entity.ts';
import { CampaignEntity, type CampaignRow } from './newsletter.entity.ts';

/** Token in the unsubscribe links of tests and previews. It unsubscribes nobody. */
export const TEST_UNSUBSCRIBE_TOKEN = 'this-link-works-in-the-real-newsletter-only';

export const campaignNotFoundMessage = 'Newsletter not found';

export async function findCampaign({ em }: Pick<Ctx, 'em'>, id: number): Promise<CampaignRow> {
  const row = await em.findOne(CampaignEntity, { id, deletedAt: null }, { disableIdentityMap: true });
  if (!row) throw notFoundError(campaignNotFoundMessage);
  return row;
}

export async function readCampaignPost({ em }: Pick<Ctx, 'em'>, { postCopy, post }: CampaignRow) {
  if (postCopy || !post) return postCopy ?? null;
  const row = await em.findOne(PostEntity, { id: post.id, deletedAt: null }, { disableIdentityMap: true });
  if (!row) return null;
  const { id, title, content, imageUrl, imageAlt } = row;
  const excerpt = truncate(readPostText(content), newsletterLimits.excerpt);
  return { id, title, excerpt, imageUrl: imageUrl ?? null, imageAlt: imageAlt ?? null };
}
