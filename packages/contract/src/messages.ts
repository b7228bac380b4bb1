import * as z from 'zod';
import { anyone, bearer, data, idempotency, longForm } from './calls.ts';
import { email, flag, line, stored, text } from './fields.ts';
import { listQuery, page } from './lists.ts';
import { messageLimits } from './messages.constants.ts';

export const messageInput = z.object({
  name: line(messageLimits.name),
  email,
  subject: line(messageLimits.subject),
  message: text(messageLimits.message),
});
export type MessageInput = z.output<typeof messageInput>;

/** A message from the contact form. `readAt` is null until somebody reads it. `isSpam` is true when it was filed as spam. */
export const message = stored({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  readAt: z.iso.datetime().nullable(),
  isSpam: z.boolean(),
}).meta({ id: 'ContactSubmission' });
export type Message = z.infer<typeof message>;

/** A message that is sent with this token in the header `form-token` is not filed as spam. Both times are in seconds. */
export const formToken = z
  .object({ token: z.string(), usableAfter: z.int(), expiresAfter: z.int() })
  .meta({ id: 'FormToken' });
export type FormToken = z.infer<typeof formToken>;

export const messageRoutes = {
  token: {
    method: 'POST',
    path: '/contact/token',
    headers: idempotency,
    body: z.unknown(),
    responses: { 201: data(formToken) },
    summary: 'Get a token that keeps one message to the office out of its spam; send it as `form-token`',
    metadata: { ...anyone, limit: 'form token' },
  },
  send: {
    method: 'POST',
    path: '/contact',
    headers: idempotency.extend({ 'form-token': z.string().max(messageLimits.token).optional() }),
    body: messageInput,
    responses: { 201: data(z.object({ id: z.int(), createdAt: z.iso.datetime() })) },
    summary: 'Send a message to the office',
    metadata: longForm,
  },
  list: {
    method: 'GET',
    path: '/contact-submissions',
    query: listQuery(['id', 'createdAt', 'updatedAt', 'name'], []).extend({ spam: flag.optional() }),
    responses: { 200: page(message) },
    summary: 'List the messages sent to the office, or with `spam=true` those filed as spam',
    metadata: bearer('messages:read'),
  },
} as const;
