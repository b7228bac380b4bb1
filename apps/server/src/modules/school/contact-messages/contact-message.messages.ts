import * as z from 'zod';
import type { Email } from '../../../messaging/email/email.ts';
import { declareMessageKind } from '../../../messaging/message-kind.ts';

const contactNoticeSchema = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
});
type NoticeData = z.output<typeof contactNoticeSchema>;

const writeSmsNotice = ({ name, message }: NoticeData): Email => ({
  subject: `SMS from ${name}`,
  heading: 'SMS',
  paragraphs: [`${name} has written an SMS. Answer it under Messages in the admin area.`],
  quote: message,
});

const writeFormNotice = ({ name, email, subject, message }: NoticeData): Email => ({
  subject: `Message from the website: ${subject}`,
  heading: subject,
  paragraphs: [`${name} has written through the contact form. Answer this email to answer ${name}.`],
  facts: [
    ['Name', name],
    ['Email', email],
  ],
  quote: message,
  replyTo: { name, address: email },
});

export const contactNoticeMessage = declareMessageKind({
  kind: 'contact-message',
  to: 'office',
  limit: 'none',
  priority: 'byVisitors',
  written: [],
  data: contactNoticeSchema,
  sample: {
    name: 'Brian Okello',
    email: 'brian@example.org',
    subject: 'When does the next intake begin?',
    message: 'Good morning,\n\nmy sister would like to join the <tailoring> course.\nWhen may she come?',
  },
  email: (data) => (data.email ? writeFormNotice(data) : writeSmsNotice(data)),
});
