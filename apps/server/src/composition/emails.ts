import type { Email, EmailContext } from '../email/email.ts';
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
  leavingEmail,
  unsubscribeUrl,
  welcomeEmail,
} from '../modules/newsletter/subscription-emails.ts';
import type { EmailKinds, SmsKinds } from '../modules/outbox/outgoing-message.entity.ts';
import {
  forOfficeEmail,
  intakeSoonEmail,
  receivedEmail,
  statusEmail,
} from '../modules/registrations/registration-emails.ts';
import { intakeSoonSms, receivedSms, statusSms } from '../modules/registrations/registration-sms.ts';
import { officeMovedEmail } from '../modules/site/office-moved-email.ts';
import type { SmsContext, SmsText } from '../sms/sms.ts';

/** `data` must be the data that was queued with the kind. */
const writerOf =
  <Kinds, Context, Text>(
    writers: {
      [K in keyof Kinds]: (data: Kinds[K], context: Context) => Text | Promise<Text>;
    },
  ) =>
  async (kind: string, data: object, context: Context): Promise<Text> => {
    if (!Object.hasOwn(writers, kind)) throw new Error(`There is no message of the kind ${kind}`);
    return writers[kind as keyof Kinds](data as Kinds[keyof Kinds], context);
  };

export const writeEmail = writerOf<EmailKinds, EmailContext, Email>({
  'registration-received': receivedEmail,
  'registration-for-office': forOfficeEmail,
  'registration-status': statusEmail,
  'intake-soon': intakeSoonEmail,
  'contact-message': messageEmail,
  'newsletter-confirmation': confirmationEmail,
  'newsletter-welcome': welcomeEmail,
  'newsletter-leaving': leavingEmail,
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
});

const finished = ({ text }: { text: string }) => ({ template: text });

export const writeSms = writerOf<SmsKinds, SmsContext, SmsText>({
  'registration-received': receivedSms,
  'registration-status': statusSms,
  'intake-soon': intakeSoonSms,
  'office-sms': finished,
  'sms-answer': finished,
});
