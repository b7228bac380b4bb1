import * as z from 'zod';
import { bearer, data, email, idempotency, listQuery, page, publicForm, stored, text } from './common.ts';
import { contactLimits } from './contact.constants.ts';

const { name, subject, message } = contactLimits;

export const contactInput = z.object({
  name: text(name),
  email,
  subject: text(subject),
  message: text(message),
});
export type ContactInput = z.output<typeof contactInput>;

/** A message sent through the contact form. `readAt` is null while nobody has read it. */
export const contactSubmission = stored({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  readAt: z.iso.datetime().nullable(),
}).meta({ id: 'ContactSubmission' });
export type ContactSubmission = z.infer<typeof contactSubmission>;

export const contactRoutes = {
  send: {
    method: 'POST',
    path: '/contact',
    headers: idempotency,
    body: contactInput,
    responses: { 201: data(z.object({ id: z.int(), createdAt: z.iso.datetime() })) },
    summary: 'Send a message to the office',
    metadata: publicForm,
  },
  list: {
    method: 'GET',
    path: '/contact-submissions',
    query: listQuery(['id', 'createdAt', 'updatedAt', 'name'], []),
    responses: { 200: page(contactSubmission) },
    summary: 'List the messages sent to the office',
    metadata: bearer,
  },
} as const;
