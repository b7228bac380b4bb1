import * as z from 'zod';
import { email, nullable, oneLineText, reference, text, withDefault } from '../../fields/fields.ts';
import { idempotencyHeaders, publicForm, type RouteRules, wrapData } from '../calls.ts';
import { newsletterLimits } from './newsletter.constants.ts';

/** Dots are allowed, so that a signed token for another purpose is refused as unknown and not as malformed. */
const token = z
  .string('This is required')
  .refine((value) => /^[\w.-]{20,500}$/.test(value), 'This link is not complete');

const exampleSubscription = { email: 'ann@example.org' };
const subscription = z.object({ email: z.string() }).meta({ examples: [exampleSubscription] });

export const subscribeInput = z
  .object({ email })
  .meta({ id: 'SubscribeInput', examples: [exampleSubscription] });
/**
 * Takes an email address or the token of a link. It is no union, because the errors of a union do not name the field.
 */
export const unsubscribeInput = z
  .object({ email: email.optional(), token: token.optional() })
  .refine((input) => input.email ?? input.token, { path: ['email'], message: 'This is required' })
  .meta({ id: 'UnsubscribeInput', examples: [exampleSubscription] });
export const confirmInput = z
  .object({ token })
  .meta({ id: 'ConfirmInput', examples: [{ token: 'x1Y2z3A4b5C6d7E8f9G0' }] });

export const campaignInput = z.object({
  subject: oneLineText(newsletterLimits.subject),
  body: withDefault(text(newsletterLimits.body), ''),
  postId: nullable(reference),
});
export type CampaignInput = z.output<typeof campaignInput>;

export const newsletterRoutes = {
  subscribe: {
    method: 'POST',
    path: '/newsletter/subscribe',
    headers: idempotencyHeaders,
    body: subscribeInput,
    responses: { 200: wrapData(subscription) },
    summary: 'Subscribe to the newsletter; the answer is the same for known and unknown addresses',
    description:
      'The address gets an email with a link that confirms the subscription within 7 days. Until then nothing changes, also for an address that has left. 404 while the office has closed the newsletter.',
    metadata: { ...publicForm, mayMiss: true } satisfies RouteRules,
  },
  unsubscribe: {
    method: 'POST',
    path: '/newsletter/unsubscribe',
    headers: idempotencyHeaders,
    body: unsubscribeInput,
    responses: { 200: wrapData(subscription) },
    summary: 'Leave the newsletter, by address or by the link of an email',
    description:
      'Give `email` or `token`. By token the subscription ends at once, and the answer names the address; `email` is empty when it had left before, since it is not kept. By address the answer is the same for known and unknown ones, and a subscriber gets an email whose link asks.',
    metadata: { ...publicForm, mayMiss: true } satisfies RouteRules,
  },
  confirm: {
    method: 'POST',
    path: '/newsletter/confirm',
    headers: idempotencyHeaders,
    body: confirmInput,
    responses: { 200: wrapData(z.object({ confirmed: z.literal(true) })) },
    summary: 'Confirm a subscription by the link of the email',
    description:
      'The token stands in the link of the email and ends after 7 days. The token that unsubscribes does not confirm.',
    metadata: { ...publicForm, mayMiss: true } satisfies RouteRules,
  },
} as const;
