import type { Email } from '../../email/email.ts';
import type { EmailKinds } from '../outbox/outgoing-message.entity.ts';

export const messageEmail = (data: EmailKinds['contact-message']): Email =>
  data.email ? formEmail(data) : smsEmail(data);

const smsEmail = ({ name, message }: EmailKinds['contact-message']): Email => ({
  subject: `SMS from ${name}`,
  heading: 'SMS',
  paragraphs: [`${name} has written an SMS. Answer it under Messages in the admin area.`],
  quote: message,
});

const formEmail = ({ name, email, subject, message }: EmailKinds['contact-message']): Email => ({
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
