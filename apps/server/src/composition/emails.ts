import type { Email, EmailContext, WriteEmail } from '../email/email.ts';
import {
  invitationEmail,
  newDeviceEmail,
  newInvitationEmail,
  newOwnerEmail,
  passwordResetEmail,
  twoStepOffEmail,
} from '../modules/accounts/access-emails.ts';
import { cancellationEmail, receiptEmail } from '../modules/donations/receipt.ts';
import { messageEmail } from '../modules/messages/message-email.ts';
import { campaignEmail } from '../modules/newsletter/campaign-email.ts';
import {
  confirmationEmail,
  unsubscribeUrl,
  welcomeEmail,
} from '../modules/newsletter/subscription-emails.ts';
import type { EmailKind, EmailKinds } from '../modules/outbox/outgoing-message.entity.ts';
import {
  forOfficeEmail,
  intakeSoonEmail,
  receivedEmail,
  statusEmail,
} from '../modules/registrations/registration-emails.ts';
import { officeMovedEmail } from '../modules/site/office-moved-email.ts';

type Writers = { [K in EmailKind]: (data: EmailKinds[K], context: EmailContext) => Email | Promise<Email> };

const writers: Writers = {
  'registration-received': receivedEmail,
  'registration-for-office': forOfficeEmail,
  'registration-status': statusEmail,
  'intake-soon': intakeSoonEmail,
  'contact-message': messageEmail,
  'newsletter-confirmation': confirmationEmail,
  'newsletter-welcome': welcomeEmail,
  'newsletter-issue': ({ campaignId, token, isTest }, { em, ...context }) =>
    campaignEmail({ em }, campaignId, {
      ...context,
      isTest,
      unsubscribeUrl: unsubscribeUrl(context.publicUrl, token),
    }),

  'donation-receipt': ({ donationId }, { em, site, publicUrl }) =>
    receiptEmail({ em }, donationId, { site, publicUrl }),

  'donation-cancellation': ({ donationId }, { em, site }) => cancellationEmail({ em }, donationId, { site }),

  invitation: invitationEmail,
  'password-reset': passwordResetEmail,
  'new-device': newDeviceEmail,
  'new-owner': newOwnerEmail,
  'new-invitation': newInvitationEmail,
  'two-step-off': twoStepOffEmail,
  'office-moved': officeMovedEmail,
};

/** `data` must be the data that was queued with the kind. */
export const writeEmail: WriteEmail = async (kind, data, context) => {
  if (!isKind(kind)) throw new Error(`There is no mail of the kind ${kind}`);
  const write = writers[kind] as (data: object, context: EmailContext) => Email | Promise<Email>;
  return write(data, context);
};

const isKind = (kind: string): kind is EmailKind => Object.hasOwn(writers, kind);
