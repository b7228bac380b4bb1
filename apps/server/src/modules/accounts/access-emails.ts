import type { Site } from '@institute/contract';
import { formatDateTime } from '@institute/contract/time';
import type { Email } from '../../email/email.ts';
import type { EmailKinds } from '../outbox/outgoing-message.entity.ts';

type Context = { site: Site; publicUrl: string; linkToken: (id: string) => string };

export const invitationEmail = (
  { linkId, invitedBy }: EmailKinds['invitation'],
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
  { linkId }: EmailKinds['password-reset'],
  { site, publicUrl, linkToken }: Context,
): Email => ({
  subject: 'Choose a new password',
  heading: 'Choose a new password',
  paragraphs: [
    `Somebody, hopefully you, has asked for a new password for the admin area of ${site.institute.name}.`,
    'Choose it on the page behind this link. The link works once, and ends 60 minutes after it was first sent.',
  ],
  action: {
    label: 'Choose a new password',
    url: `${publicUrl}/admin/reset-password?token=${linkToken(linkId)}`,
  },
  ending: 'If it was not you, there is nothing to do: your password stays as it is.',
});

export const newDeviceEmail = (
  { at, userAgent, ipAddress }: EmailKinds['new-device'],
  { site, publicUrl }: Context,
): Email => ({
  subject: 'Your account was used on a new device',
  heading: 'A sign-in on a new device',
  paragraphs: [
    `Somebody, hopefully you, has signed in to the admin area of ${site.institute.name} with your account, on a device that has not been used for it before.`,
  ],
  facts: [
    ['When', formatDateTime(at)],
    ['Browser', userAgent ?? 'Unknown'],
    ['Network address', ipAddress ?? 'Unknown'],
  ],
  action: { label: 'See where you are signed in', url: `${publicUrl}/admin/accounts` },
  ending: 'If it was not you: change your password at once, and sign every other device out.',
});

export const newOwnerEmail = (
  { newOwner, madeBy }: EmailKinds['new-owner'],
  { site, publicUrl }: Context,
): Email => ({
  subject: 'There is a new owner',
  heading: 'There is a new owner',
  paragraphs: [
    `${madeBy} has made ${newOwner} an owner of the website of ${site.institute.name}. Owners decide about accounts and money.`,
  ],
  action: { label: 'See all accounts', url: `${publicUrl}/admin/accounts` },
  ending: 'If this was not agreed, take the ownership away at once and change your passwords.',
});

export const newInvitationEmail = (
  { invited, invitedBy }: EmailKinds['new-invitation'],
  { site, publicUrl }: Context,
): Email => ({
  subject: 'Somebody was invited',
  heading: 'Somebody was invited',
  paragraphs: [
    `${invitedBy} has invited ${invited} to make an account for the admin area of ${site.institute.name}.`,
  ],
  action: { label: 'See all accounts', url: `${publicUrl}/admin/accounts` },
  ending: 'If this was not agreed, withdraw the invitation or deactivate the account.',
});

export const twoStepOffEmail = (
  { by, at }: EmailKinds['two-step-off'],
  { site, publicUrl }: Context,
): Email => ({
  subject: 'Two-step sign-in is off',
  heading: 'Two-step sign-in is off',
  paragraphs: [
    `${by} has taken two-step sign-in off your account for the admin area of ${site.institute.name}. The password alone opens it now.`,
  ],
  facts: [['When', formatDateTime(at)]],
  action: { label: 'Turn it on again', url: `${publicUrl}/admin/accounts` },
  ending: 'If you have not asked for this: change your password at once, and tell the other owners.',
});
