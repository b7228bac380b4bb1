import type { Site } from '@institute/contract';
import type { Ctx } from '../../../context.ts';
import {
  type Email,
  readInstituteName,
  writeEmailHtml,
  writePlainText,
} from '../../../messaging/email/email.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { findEmailPicture } from '../../platform/uploads/email-picture.service.ts';
import { findCampaign, readCampaignPost, TEST_UNSUBSCRIBE_TOKEN } from './campaign-content.service.ts';
import { CampaignEntity, type CampaignRow } from './newsletter.entity.ts';

interface CampaignEmailContext {
  site: Site;
  publicUrl: string;
  /** Unsubscribe address with the recipient's token. */
  unsubscribeUrl: string;
}

export async function writeCampaignEmail(
  ctx: Pick<Ctx, 'em'>,
  campaignId: number,
  { isTest, ...context }: CampaignEmailContext & { isTest: boolean | undefined },
): Promise<Email> {
  const campaign = await ctx.em.findOneOrFail(CampaignEntity, campaignId, { disableIdentityMap: true });
  const email = await readCampaignContent(ctx, campaign, context);
  if (isTest) return { ...email, subject: `[Test] ${email.subject}` };
  // The mailer may have claimed the email before the stop, or the office may retry it: the error prevents its sending
  if (campaign.state === 'stopped') throw new Error('The sending of this newsletter was stopped');
  return email;
}

async function readCampaignContent(
  ctx: Pick<Ctx, 'em'>,
  campaign: CampaignRow,
  { site, publicUrl, unsubscribeUrl }: CampaignEmailContext,
): Promise<Email> {
  const { subject, body } = campaign;
  const post = await readCampaignPost(ctx, campaign);
  const emailEnding = `You get this email because you have subscribed to the newsletter of ${readInstituteName(site)}. You can leave at any time:`;
  return {
    subject,
    heading: subject,
    paragraphs: body
      .split(/\n\s*\n/)
      .map((text) => text.trim())
      .filter(Boolean),
    ...(post && {
      post: {
        title: post.title === subject ? undefined : post.title,
        excerpt: post.excerpt,
        image: readCampaignImage(post, publicUrl),
      },
      action: { label: 'Read the article', url: `${publicUrl}/news/${post.id}` },
    }),
    ending: emailEnding,
    endingLink: { label: 'Unsubscribe', url: unsubscribeUrl },
    unsubscribeUrl,
  };
}

function readCampaignImage(
  { imageUrl, imageAlt }: { imageUrl: string | null; imageAlt: string | null },
  publicUrl: string,
) {
  const emailPicture = imageUrl && findEmailPicture(imageUrl);
  return emailPicture ? { url: new URL(emailPicture, publicUrl).href, alt: imageAlt ?? '' } : undefined;
}

export async function previewCampaign(ctx: Pick<Ctx, 'em' | 'config'>, id: number) {
  const { publicUrl } = ctx.config;
  const campaign = await findCampaign(ctx, id);
  const { view: site } = await getSite(ctx);
  const unsubscribeUrl = `${publicUrl}/newsletter/unsubscribe?token=${TEST_UNSUBSCRIBE_TOKEN}`;
  const email = await readCampaignContent(ctx, campaign, { site, publicUrl, unsubscribeUrl });
  const { name } = site.institute;
  const html = writeEmailHtml(email, { ...site.institute, publicUrl });
  return { subject: email.subject, html, text: writePlainText(email, name) };
}
