import * as z from 'zod';
import { data, idempotency, publicForm } from './calls.ts';
import { defaulted, email, line, nullable, reference, text } from './fields.ts';
import { newsletterLimits } from './newsletter.constants.ts';

/** Also with the dots of a signed token, so that a token of another purpose is unknown and not malformed. */
const token = z
  .string('This is required')
  .refine((value) => /^[\w.-]{20,500}$/.test(value), 'This link is not complete');

const subscription = z.object({ email: z.string() });

export const subscribeInput = z.object({ email });
/** By email address or by link. Not a union, whose errors would not name the field. */
export const unsubscribeInput = z
  .object({ email: email.optional(), token: token.optional() })
  .refine((input) => input.email ?? input.token, { path: ['email'], message: 'This is required' });
export const confirmInput = z.object({ token });

/** A newsletter with a text, a post, or both. */
export const campaignInput = z.object({
  subject: line(newsletterLimits.subject),
  body: defaulted(text(newsletterLimits.body), ''),
  postId: nullable(reference),
});
export type CampaignInput = z.output<typeof campaignInput>;

export const newsletterRoutes = {
  subscribe: {
    method: 'POST',
    path: '/newsletter/subscribe',
    headers: idempotency,
    body: subscribeInput,
    responses: { 200: data(subscription) },
    summary: 'Subscribe to the newsletter; the answer is the same for known and unknown addresses',
    metadata: publicForm,
  },
  unsubscribe: {
    method: 'POST',
    path: '/newsletter/unsubscribe',
    headers: idempotency,
    body: unsubscribeInput,
    responses: { 200: data(subscription) },
    summary: 'Leave the newsletter, by address or by the link of a mail',
    metadata: publicForm,
  },
  confirm: {
    method: 'POST',
    path: '/newsletter/confirm',
    headers: idempotency,
    body: confirmInput,
    responses: { 200: data(z.object({ confirmed: z.literal(true) })) },
    summary: 'Confirm a subscription by the link of the mail',
    metadata: publicForm,
  },
} as const;
