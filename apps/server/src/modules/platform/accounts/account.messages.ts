import { formatDateTime } from '@institute/contract/time';
import * as z from 'zod';
import { readInstituteName } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';
import { makeInvitationUrl } from './tokens.ts';

const sampleTime = '2026-11-20T09:00:00.000Z';

export const invitationMessage = declareMessageKind({
  kind: 'invitation',
  to: 'accounts',
  limit: 'safety',
  written: [],
  data: z.object({ linkId: z.string(), invitedBy: z.string() }),
  sample: { linkId: 'sample', invitedBy: 'Grace Namutebi' },
  email: ({ linkId, invitedBy }, { site, publicUrl, linkToken }) => ({
    subject: `You are invited to the admin area of ${readInstituteName(site)}`,
    heading: 'You are invited',
    paragraphs: [
      `${invitedBy} has invited you to help with the website of ${readInstituteName(site)}.`,
      'Choose a password on the page behind this link, and your account is made. The link is valid for 7 days and works once.',
    ],
    action: {
      label: 'Accept the invitation',
      url: makeInvitationUrl(publicUrl, linkToken(linkId)),
    },
    ending: 'If you do not know what this is about, there is nothing to do.',
  }),
});

export const passwordResetMessage = declareMessageKind({
  kind: 'password-reset',
  to: 'accounts',
  // Requests are limited already, and a delay would lock an owner out
  limit: 'none',
  written: [],
  data: z.object({ linkId: z.string() }),
  sample: { linkId: 'sample' },
  email: ({ linkId }, { site, publicUrl, linkToken }) => ({
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    paragraphs: [
      `Somebody, hopefully you, has asked for a new password for the admin area of ${readInstituteName(site)}.`,
      'Choose it on the page behind this link. The link works once, and ends 60 minutes after it was first sent.',
    ],
    action: {
      label: 'Choose a new password',
      url: `${publicUrl}/admin/reset-password?token=${linkToken(linkId)}`,
    },
    ending: 'If it was not you, there is nothing to do: your password stays as it is.',
  }),
});

export const signInLinkMessage = declareMessageKind({
  kind: 'sign-in-link',
  to: 'accounts',
  // No limit, for the same reason as for a new password
  limit: 'none',
  written: [],
  data: z.object({ linkId: z.string() }),
  sample: { linkId: 'sample' },
  email: ({ linkId }, { site, publicUrl, linkToken }) => ({
    subject: 'Your link to sign in',
    heading: 'Sign in with this link',
    paragraphs: [
      `Somebody, hopefully you, has typed your password for the admin area of ${readInstituteName(site)} on a new device, while many wrong passwords are tried for your account.`,
      'The link works once, for 15 minutes, on any device.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/admin/login?link=${linkToken(linkId)}` },
    ending: 'If it was not you, somebody knows your password: choose a new one at once.',
  }),
});

export const newDeviceMessage = declareMessageKind({
  kind: 'new-device',
  to: 'accounts',
  limit: 'safety',
  // Without this, frequent sign-ins would queue warnings faster than they are sent
  dropsRepeats: true,
  written: [],
  data: z.object({ at: z.string(), userAgent: z.string().nullable(), ipAddress: z.string().nullable() }),
  sample: {
    at: sampleTime,
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile',
    ipAddress: '192.0.2.7',
  },
  email: ({ at, userAgent, ipAddress }, { site, publicUrl }) => ({
    subject: 'Your account was used on a new device',
    heading: 'A sign-in on a new device',
    paragraphs: [
      `Somebody, hopefully you, has signed in to the admin area of ${readInstituteName(site)} with your account, on a device that has not been used for it before.`,
    ],
    facts: [
      ['When', formatDateTime(at)],
      ['Browser', userAgent ?? 'Unknown'],
      ['Network address', ipAddress ?? 'Unknown'],
    ],
    action: { label: 'See where you are signed in', url: `${publicUrl}/admin/accounts/sessions` },
    ending: 'If it was not you: change your password at once, and sign every other device out.',
  }),
});

export const newOwnerMessage = declareMessageKind({
  kind: 'new-owner',
  to: 'accounts',
  // A new owner is rare. With a limit, a thief could first use it up by other warnings
  limit: 'none',
  written: [],
  data: z.object({ newOwner: z.string(), madeBy: z.string(), isAccepted: z.boolean().optional() }),
  sample: { newOwner: 'grace@example.org', madeBy: 'brian@example.org', isAccepted: true },
  email: ({ newOwner, madeBy, isAccepted }, { site, publicUrl }) => ({
    subject: 'There is a new owner',
    heading: 'There is a new owner',
    paragraphs: [
      isAccepted
        ? `${newOwner} has accepted the invitation of ${madeBy}, and is an owner of the website of ${readInstituteName(site)} now.`
        : `${madeBy} has made ${newOwner} an owner of the website of ${readInstituteName(site)}.`,
      'Owners decide about accounts and money.',
    ],
    action: { label: 'See all accounts', url: `${publicUrl}/admin/accounts` },
    ending: 'If this was not agreed, take the ownership away at once and change your passwords.',
  }),
});

export const newInvitationMessage = declareMessageKind({
  kind: 'new-invitation',
  to: 'accounts',
  limit: 'safety',
  written: [],
  data: z.object({ invited: z.string(), invitedBy: z.string(), role: z.string().optional() }),
  sample: { invited: 'grace@example.org', invitedBy: 'brian@example.org', role: 'Bursar' },
  email: ({ invited, invitedBy, role }, { site, publicUrl }) => ({
    subject: 'Somebody was invited',
    heading: 'Somebody was invited',
    paragraphs: [
      `${invitedBy} has invited ${invited} to make an account for the admin area of ${readInstituteName(site)}${role ? `, as ${role}` : ''}.`,
    ],
    action: { label: 'See all accounts', url: `${publicUrl}/admin/accounts` },
    ending: 'If this was not agreed, withdraw the invitation or deactivate the account.',
  }),
});

export const twoStepOffMessage = declareMessageKind({
  kind: 'two-step-off',
  to: 'accounts',
  // No limit, for the same reason as for a new owner
  limit: 'none',
  written: [],
  data: z.object({ by: z.string(), at: z.string() }),
  sample: { by: 'grace@example.org', at: sampleTime },
  email: ({ by, at }, { site, publicUrl }) => ({
    subject: 'Two-step sign-in is off',
    heading: 'Two-step sign-in is off',
    paragraphs: [
      `${by} has taken two-step sign-in off your account for the admin area of ${readInstituteName(site)}. The password alone opens it now.`,
    ],
    facts: [['When', formatDateTime(at)]],
    action: { label: 'Turn it on again', url: `${publicUrl}/admin/accounts/two-step` },
    ending: 'If you have not asked for this: change your password at once, and tell the other owners.',
  }),
});
