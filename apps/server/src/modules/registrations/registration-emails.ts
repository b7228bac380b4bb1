import { queueText, statusWords } from '@institute/contract/registrations.constants';
import { formatDate } from '@institute/contract/time';
import type { Email, EmailContext } from '../../email/email.ts';
import type { EmailKinds } from '../outbox/outgoing-message.entity.ts';

export const statusLines = {
  new: 'We have received your application and will look at it soon.',
  reviewing: 'We are looking at your application now and will contact you.',
  waiting: 'All places are taken at the moment. We will write to you as soon as one is free.',
  accepted: 'Congratulations, there is a place for you. We will contact you about the next steps.',
  rejected: 'We are sorry that we cannot offer you a place this time. Please call us if you have questions.',
  withdrawn: 'Your application was withdrawn. Please call us if this is not what you wanted.',
} as const;

export const receivedEmail = (
  { firstName, reference, program }: EmailKinds['registration-received'],
  { site, publicUrl }: Pick<EmailContext, 'site' | 'publicUrl'>,
): Email => ({
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
});

export const forOfficeEmail = (
  { reference, program }: EmailKinds['registration-for-office'],
  { publicUrl }: Pick<EmailContext, 'publicUrl'>,
): Email => ({
  subject: `New registration ${reference}`,
  heading: `New registration ${reference}`,
  paragraphs: ['A new registration has come in. Its details are in the admin area only.'],
  facts: [['Program', program]],
  action: {
    label: 'Open the registration',
    url: `${publicUrl}/admin/registrations?q=${encodeURIComponent(reference)}`,
  },
});

export const statusEmail = (
  { firstName, reference, status, place, more = [] }: EmailKinds['registration-status'],
  { publicUrl }: Pick<EmailContext, 'publicUrl'>,
): Email => ({
  subject: `Your registration ${reference}: ${statusWords[status]}`,
  heading: `Hello ${firstName}`,
  paragraphs: [statusLines[status], ...(place ? [queueText(place)] : [])],
  facts: [{ reference, status, place }, ...more].flatMap((one) => [
    ['Reference', one.reference],
    ['Status', one.place ? `${statusWords[one.status]}, number ${one.place}` : statusWords[one.status]],
  ]),
  action: { label: 'See where it stands', url: `${publicUrl}/registration/status` },
});

export const intakeSoonEmail = (
  { firstName, reference, program, startsOn }: EmailKinds['intake-soon'],
  { site, publicUrl }: Pick<EmailContext, 'site' | 'publicUrl'>,
): Email => ({
  subject: `${program} starts on ${formatDate(startsOn)}`,
  heading: `Hello ${firstName}`,
  paragraphs: [`We look forward to seeing you at ${site.institute.name}.`],
  facts: [
    ['Reference', reference],
    ['Program', program],
    ['First day', formatDate(startsOn)],
  ],
  action: { label: 'See where it stands', url: `${publicUrl}/registration/status` },
});
