import { queueText, statusWords } from '@institute/contract/registrations.constants';
import type { Email, EmailContext, WriteEmail } from '../email/email.ts';
import {
  invitationEmail,
  newDeviceEmail,
  newOwnerEmail,
  passwordResetEmail,
  twoStepOffEmail,
} from '../modules/accounts/access-emails.ts';
import { cancellationEmail } from '../modules/donations/cancellation-email.ts';
import { receiptEmail } from '../modules/donations/receipt-email.ts';
import type { EmailKind, EmailKinds } from '../modules/emails/email-kinds.ts';
import { campaignEmail } from '../modules/newsletter/campaign-email.ts';

type Writers = { [K in EmailKind]: (data: EmailKinds[K], context: EmailContext) => Email | Promise<Email> };

const statusLines = {
  new: 'We have received your application and will look at it soon.',
  reviewing: 'We are looking at your application now and will contact you.',
  waiting: 'All places are taken at the moment. We will write to you as soon as one is free.',
  accepted: 'Congratulations, there is a place for you. We will contact you about the next steps.',
  rejected: 'We are sorry that we cannot offer you a place this time. Please call us if you have questions.',
  withdrawn: 'Your application was withdrawn. Please call us if this is not what you wanted.',
} as const;

/** One writer for each kind of email. */
const writers: Writers = {
  'registration-received': ({ firstName, reference, program }, { site, publicUrl }) => ({
    subject: `We have received your registration ${reference}`,
    heading: `Thank you, ${firstName}`,
    paragraphs: [
      `Your registration has reached ${site.institute.name}. We will review it and contact you.`,
      'Please keep your reference. With it and your phone number you can see where your application stands.',
    ],
    facts: [
      ['Reference', reference],
      ['Program', program],
    ],
    action: { label: 'See where it stands', url: `${publicUrl}/registration/status` },
    ending: 'If you did not send this registration, please tell us.',
  }),

  'registration-for-office': ({ reference, program }, { publicUrl }) => ({
    subject: `New registration ${reference}`,
    heading: `New registration ${reference}`,
    paragraphs: ['A new registration has come in. Its details are in the admin area only.'],
    facts: [['Program', program]],
    action: {
      label: 'Open the registration',
      url: `${publicUrl}/admin/registrations?q=${encodeURIComponent(reference)}`,
    },
  }),

  'registration-status': ({ firstName, reference, status, place, more = [] }, { publicUrl }) => ({
    subject: `Your registration ${reference}: ${statusWords[status]}`,
    heading: `Hello ${firstName}`,
    paragraphs: [statusLines[status], ...(place ? [queueText(place)] : [])],
    facts: [{ reference, status, place }, ...more].flatMap((one) => [
      ['Reference', one.reference],
      ['Status', one.place ? `${statusWords[one.status]}, number ${one.place}` : statusWords[one.status]],
    ]),
    action: { label: 'See where it stands', url: `${publicUrl}/registration/status` },
  }),

  'contact-message': ({ name, email, subject, message }) => ({
    subject: `Message from the website: ${subject}`,
    heading: subject,
    paragraphs: [`${name} has written through the contact form. Answer this mail to answer ${name}.`],
    facts: [
      ['Name', name],
      ['Email', email],
    ],
    quote: message,
    replyTo: { name, address: email },
  }),

  'newsletter-confirmation': ({ token }, { site, publicUrl }) => ({
    subject: 'Please confirm your newsletter subscription',
    heading: 'One more step',
    paragraphs: [
      `Somebody, hopefully you, has asked for the newsletter of ${site.institute.name} at this address.`,
      'Press the button on the page behind this link, and you are subscribed.',
    ],
    action: { label: 'Confirm the subscription', url: `${publicUrl}/newsletter/confirm?token=${token}` },
    ending: 'If it was not you, there is nothing to do: without your confirmation you get no newsletter.',
    unsubscribeUrl: unsubscribeUrl(publicUrl, token),
  }),

  'newsletter-welcome': ({ token }, { site, publicUrl }) => ({
    subject: `Welcome to the newsletter of ${site.institute.name}`,
    heading: 'You are subscribed',
    paragraphs: ['From now on our news reach you by mail: open days, new courses and what our students do.'],
    action: { label: 'Read the latest news', url: `${publicUrl}/news` },
    ending: 'You can leave at any time:',
    endingLink: { label: 'Unsubscribe', url: unsubscribeUrl(publicUrl, token) },
    unsubscribeUrl: unsubscribeUrl(publicUrl, token),
  }),

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
  'two-step-off': twoStepOffEmail,
};

/** `data` must be the data that was queued with the kind. */
export const writeEmail: WriteEmail = async (kind, data, context) => {
  if (!isKind(kind)) throw new Error(`There is no mail of the kind ${kind}`);
  const write = writers[kind] as (data: object, context: EmailContext) => Email | Promise<Email>;
  return write(data, context);
};

const isKind = (kind: string): kind is EmailKind => Object.hasOwn(writers, kind);

const unsubscribeUrl = (publicUrl: string, token: string) =>
  `${publicUrl}/newsletter/unsubscribe?token=${token}`;
