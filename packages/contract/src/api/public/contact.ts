import * as z from 'zod';
import { email, flagField, oneLineText, personName, text, withId } from '../../fields/fields.ts';
import { anyone, idempotencyHeaders, longForm, requireScope, wrapData } from '../calls.ts';
import { listQuery, longListNote, wrapPage } from '../lists.ts';
import { contactLimits } from './contact.constants.ts';

const exampleMessage = {
  name: 'Ann Example',
  email: 'ann@example.org',
  subject: 'Fees',
  message: 'How much is the diploma?',
};

export const contactInput = z
  .object({
    name: personName(contactLimits.name),
    email,
    subject: oneLineText(contactLimits.subject),
    message: text(contactLimits.message),
  })
  .meta({ id: 'MessageInput', examples: [exampleMessage] });
export type ContactInput = z.output<typeof contactInput>;

/** A message from the contact form or an SMS. `readAt` is null until somebody in the office reads it. */
export const contactMessage = withId({
  channel: z.enum(['form', 'sms']),
  /** The sender's number. Only messages that came as SMS have one, and those have no `email`. */
  phone: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  readAt: z.iso.datetime().nullable(),
  isSpam: z.boolean(),
}).meta({
  id: 'ContactSubmission',
  examples: [{ ...exampleMessage, channel: 'form', phone: '', readAt: null }],
});
export type ContactMessage = z.infer<typeof contactMessage>;

/** A token for the header `form-token`. A message without it may be filed as spam. Times are in seconds. */
export const formToken = z.object({ token: z.string(), usableAfter: z.int(), expiresAfter: z.int() }).meta({
  id: 'FormToken',
  examples: [{ token: 'x1Y2z3A4b5C6d7E8f9G0', usableAfter: 3, expiresAfter: 7200 }],
});
export type FormToken = z.infer<typeof formToken>;

export const contactRoutes = {
  token: {
    method: 'POST',
    path: '/contact/token',
    headers: idempotencyHeaders,
    body: z.unknown(),
    responses: { 201: wrapData(formToken) },
    summary: 'Get a token that keeps one message to the office out of its spam; send it as `form-token`',
    description: 'The token can be used once, from `usableAfter` to `expiresAfter` seconds after the call.',
    metadata: { ...anyone, limit: 'form token' },
  },
  send: {
    method: 'POST',
    path: '/contact',
    headers: idempotencyHeaders.extend({
      'form-token': z.string().max(contactLimits.token).optional().meta({
        description: 'A token of `POST /api/v1/contact/token`, which keeps the message out of the spam',
      }),
    }),
    body: contactInput,
    responses: { 201: wrapData(z.object({ id: z.int(), createdAt: z.iso.datetime() })) },
    summary: 'Send a message to the office',
    description: 'The office reads it in the admin area. Without a token it may be filed as spam.',
    metadata: longForm,
  },
  list: {
    method: 'GET',
    path: '/contact-submissions',
    query: listQuery(['id', 'createdAt', 'updatedAt', 'name'], []).extend({
      spam: flagField.optional().meta({
        description: 'Only messages that were filed as spam. They are left out otherwise',
      }),
    }),
    responses: { 200: wrapPage(contactMessage) },
    summary: 'List the messages sent to the office, or with `spam=true` those filed as spam',
    description: `Newest first. Messages that were filed as spam have \`isSpam\`. An SMS has \`channel: sms\`, its number in \`phone\`, and no \`email\`. ${longListNote}`,
    metadata: requireScope('messages:read'),
  },
} as const;
