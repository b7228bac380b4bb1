import type { Site } from '@institute/contract';
import type { Email } from '../../email/email.ts';

type Context = { site: Site; publicUrl: string; linkToken: (id: string) => string };

export const invitationEmail = (
  { linkId, invitedBy }: { linkId: string; invitedBy: string },
  { site, publicUrl, linkToken }: Context,
): Email => ({
  subject: `You are invited to the admin area of ${site.institute.name}`,
  heading: 'You are invited',
  paragraphs: [
    `${invitedBy} has invited you to help with the website of ${site.institute.name}.`,
    'Choose a password on the page behind this link, and your account is made. The link is valid for 7 days and works once.',
  ],
  action: { label: 'Accept the invitation', url: `${publicUrl}/admin/invitation?token=${linkToken(linkId)}` },
  ending: 'If you do not know what this is about, there is nothing to do.',
});

export const passwordResetEmail = (
  { linkId }: { linkId: string },
  { site, publicUrl, linkToken }: Context,
): Email => ({
  subject: 'Choose a new password',
  heading: 'Choose a new password',
  paragraphs: [
    `Somebody, hopefully you, has asked for a new password for the admin area of ${site.institute.name}.`,
    'Choose it on the page behind this link. The link is valid for 60 minutes and works once.',
  ],
  action: {
    label: 'Choose a new password',
    url: `${publicUrl}/admin/reset-password?token=${linkToken(linkId)}`,
  },
  ending: 'If it was not you, there is nothing to do: your password stays as it is.',
});
