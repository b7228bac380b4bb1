import type { Ctx } from '../../context.ts';
import { html, plainText } from '../../email/email.ts';
import { getSite } from '../site/site.service.ts';
import { findCampaign, TEST_TOKEN } from './campaign.service.ts';
import { campaignContent } from './campaign-email.ts';

export async function previewCampaign(ctx: Pick<Ctx, 'em' | 'config'>, id: number) {
  const { publicUrl } = ctx.config;
  const campaign = await findCampaign(ctx, id);
  const { view: site } = await getSite(ctx);
  const unsubscribeUrl = `${publicUrl}/newsletter/unsubscribe?token=${TEST_TOKEN}`;
  const email = await campaignContent(ctx, campaign, { site, publicUrl, unsubscribeUrl });
  const { name } = site.institute;
  return { subject: email.subject, html: html(email, name), text: plainText(email, name) };
}
