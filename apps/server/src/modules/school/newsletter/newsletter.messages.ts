import type { EntityManager } from '@mikro-orm/postgresql';
import * as z from 'zod';
import { readInstituteName } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';
import { writeCampaignEmail } from './campaign-email.ts';
import { CampaignEntity } from './newsletter.entity.ts';

const sampleToken = 'sample-token';

const makeUnsubscribeUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/newsletter/unsubscribe?token=${token}`;

export const newsletterConfirmationMessage = declareMessageKind({
  kind: 'newsletter-confirmation',
  to: 'visitors',
  limit: 'typed',
  written: [],
  /**
   * `token` is for unsubscribing. Emails queued by an earlier release have no `confirmation`; the page behind
   * their link asks to subscribe again.
   */
  data: z.object({ token: z.string(), confirmation: z.string().optional() }),
  sample: { token: sampleToken, confirmation: 'sample-token' },
  email: ({ token, confirmation }, { site, publicUrl }) => ({
    subject: 'Please confirm your newsletter subscription',
    heading: 'One more step',
    paragraphs: [
      `Somebody, hopefully you, has asked for the newsletter of ${readInstituteName(site)} at this address.`,
      'Press the button on the page behind this link, and you are subscribed. The link is valid for 7 days.',
    ],
    action: {
      label: 'Confirm the subscription',
      url: `${publicUrl}/newsletter/confirm?token=${confirmation ?? token}`,
    },
    ending: 'If it was not you, there is nothing to do: without your confirmation you get no newsletter.',
    unsubscribeUrl: makeUnsubscribeUrl(publicUrl, token),
  }),
});

export const newsletterLeavingMessage = declareMessageKind({
  kind: 'newsletter-leaving',
  to: 'visitors',
  limit: 'typed',
  written: [],
  data: z.object({ token: z.string() }),
  sample: { token: sampleToken },
  email: ({ token }, { site, publicUrl }) => ({
    subject: 'Do you want to leave our newsletter?',
    heading: 'One more step',
    paragraphs: [
      `Somebody, hopefully you, has asked that the newsletter of ${readInstituteName(site)} no longer come to this address.`,
      'Press the button on the page behind this link, and none comes any more.',
    ],
    action: { label: 'Leave the newsletter', url: makeUnsubscribeUrl(publicUrl, token) },
    ending: 'If it was not you, there is nothing to do: without the button nothing changes.',
    unsubscribeUrl: makeUnsubscribeUrl(publicUrl, token),
  }),
});

export const newsletterWelcomeMessage = declareMessageKind({
  kind: 'newsletter-welcome',
  to: 'visitors',
  // Not limited as typed addresses are, because the mailbox has confirmed this one
  limit: 'ours',
  written: [],
  data: z.object({ token: z.string() }),
  sample: { token: sampleToken },
  email: ({ token }, { site, publicUrl }) => ({
    subject: `Welcome to the newsletter of ${readInstituteName(site)}`,
    heading: 'You are subscribed',
    paragraphs: ['From now on our newsletter reaches you by email.', site.newsletter.intro].filter(Boolean),
    action: { label: 'Read the latest news', url: `${publicUrl}/news` },
    ending: 'You can leave at any time:',
    endingLink: { label: 'Unsubscribe', url: makeUnsubscribeUrl(publicUrl, token) },
    unsubscribeUrl: makeUnsubscribeUrl(publicUrl, token),
  }),
});

export const newsletterIssueMessage = declareMessageKind({
  kind: 'newsletter-issue',
  to: 'visitors',
  limit: 'ours',
  written: [],
  data: z.object({ campaignId: z.number(), token: z.string(), isTest: z.boolean().optional() }),
  sample: async (em) => ({ campaignId: await makeSampleCampaign(em), token: sampleToken }),
  email: ({ campaignId, token, isTest }, { em, ...context }) =>
    writeCampaignEmail({ em }, campaignId, {
      ...context,
      isTest,
      unsubscribeUrl: makeUnsubscribeUrl(context.publicUrl, token),
    }),
});

async function makeSampleCampaign(em: EntityManager): Promise<number> {
  const sampleBody = 'The workshop has a new roof.\n\nCome and see it on Saturday: doors open at ten.';
  const postCopy = {
    id: 1,
    title: 'A new roof for the workshop',
    excerpt: 'After the rains of April the roof …',
    imageUrl: '/images/share.jpg',
    imageAlt: 'The institute',
  };
  const sampleCampaign = em.create(CampaignEntity, {
    subject: 'News from the institute',
    body: sampleBody,
    postCopy,
  });
  await em.flush();
  return sampleCampaign.id;
}
