import type { Site } from '@institute/contract';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Letter } from '../../mail/letter.ts';
import { CampaignEntity } from './campaign.entity.ts';
import { articleOf } from './campaign.service.ts';

interface Desk {
  site: Site;
  publicUrl: string;
  /** Of this recipient alone. */
  unsubscribeUrl: string;
  isTest?: boolean | undefined;
}

/** A newsletter as one recipient gets it. */
export async function issueLetter(
  em: EntityManager,
  campaignId: number,
  { site, publicUrl, unsubscribeUrl, isTest }: Desk,
): Promise<Letter> {
  const campaign = await em.findOneOrFail(CampaignEntity, campaignId, { disableIdentityMap: true });
  const { subject, body } = campaign;
  const article = await articleOf(em, campaign);
  const ending = `You get this mail because you have subscribed to the newsletter of ${site.institute.name}. You can leave at any time: ${unsubscribeUrl}`;
  return {
    subject: isTest ? `[Test] ${subject}` : subject,
    heading: subject,
    paragraphs: body.split(/\n\s*\n/).map((text) => text.trim()),
    ...(article && {
      article: {
        // as the heading it need not stand there twice
        title: article.title === subject ? undefined : article.title,
        excerpt: article.excerpt,
        picture: pictureOf(article, publicUrl),
      },
      action: { label: 'Read the article', url: `${publicUrl}/news/${article.id}` },
    }),
    ending,
    unsubscribeUrl,
  };
}

function pictureOf(
  { imageUrl, imageAlt }: { imageUrl: string | null; imageAlt: string | null },
  publicUrl: string,
) {
  return imageUrl ? { url: new URL(imageUrl, publicUrl).href, alt: imageAlt ?? '' } : undefined;
}
