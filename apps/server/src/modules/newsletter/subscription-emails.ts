import type { Email, EmailContext } from '../../email/email.ts';
import type { EmailKinds } from '../outbox/outgoing-message.entity.ts';

type Context = Pick<EmailContext, 'site' | 'publicUrl'>;

export const unsubscribeUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/newsletter/unsubscribe?token=${token}`;

export const confirmationEmail = (
  { token, confirmation }: EmailKinds['newsletter-confirmation'],
  { site, publicUrl }: Context,
): Email => ({
  subject: 'Please confirm your newsletter subscription',
  heading: 'One more step',
  paragraphs: [
    `Somebody, hopefully you, has asked for the newsletter of ${site.institute.name} at this address.`,
    'Press the button on the page behind this link, and you are subscribed. The link is valid for 7 days.',
  ],
  action: {
    label: 'Confirm the subscription',
    url: `${publicUrl}/newsletter/confirm?token=${confirmation ?? token}`,
  },
  ending: 'If it was not you, there is nothing to do: without your confirmation you get no newsletter.',
  unsubscribeUrl: unsubscribeUrl(publicUrl, token),
});

export const leavingEmail = (
  { token }: EmailKinds['newsletter-leaving'],
  { site, publicUrl }: Context,
): Email => ({
  subject: 'Do you want to leave our newsletter?',
  heading: 'One more step',
  paragraphs: [
    `Somebody, hopefully you, has asked that the newsletter of ${site.institute.name} no longer come to this address.`,
    'Press the button on the page behind this link, and none comes any more.',
  ],
  action: { label: 'Leave the newsletter', url: unsubscribeUrl(publicUrl, token) },
  ending: 'If it was not you, there is nothing to do: without the button nothing changes.',
  unsubscribeUrl: unsubscribeUrl(publicUrl, token),
});

export const welcomeEmail = (
  { token }: EmailKinds['newsletter-welcome'],
  { site, publicUrl }: Context,
): Email => ({
  subject: `Welcome to the newsletter of ${site.institute.name}`,
  heading: 'You are subscribed',
  paragraphs: ['From now on our news reach you by email: open days, new courses and what our students do.'],
  action: { label: 'Read the latest news', url: `${publicUrl}/news` },
  ending: 'You can leave at any time:',
  endingLink: { label: 'Unsubscribe', url: unsubscribeUrl(publicUrl, token) },
  unsubscribeUrl: unsubscribeUrl(publicUrl, token),
});
