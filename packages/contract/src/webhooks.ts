import * as z from 'zod';
import { donationStatuses } from './donations.constants.ts';
import { line, optionalText, pathId, reference } from './fields.ts';
import { registrationStatuses } from './registrations.constants.ts';
import { type ContentKey, contentResources } from './resources.ts';
import {
  contentActions,
  deliveryStates,
  TEST_EVENT,
  webhookEvents,
  webhookLimits,
} from './webhooks.constants.ts';

const contentKeys = Object.keys(contentResources) as [ContentKey, ...ContentKey[]];

/** Only ids, references and states: whoever needs more asks the REST API, with a key that may read it. */
const registrationData = z.object({
  id: z.int(),
  reference: z.string(),
  status: z.enum(registrationStatuses),
});

/** What the events tell, by their type. */
export const webhookData = {
  'registration.created': registrationData,
  'registration.status_changed': registrationData,
  'content.changed': z.object({
    /** The word of the resource in its addresses. */
    resource: z.enum([...contentKeys, 'site']),
    /** Null for the settings of the site. */
    id: z.int().nullable(),
    action: z.enum(contentActions),
  }),
  'donation.paid': z.object({
    id: z.int(),
    /** The receipt's number. The donation's `txRef` is a secret: it opens the donor's receipt. */
    reference: z.string(),
    status: z.enum(donationStatuses),
  }),
  [TEST_EVENT]: z.object({}),
} as const;
export type WebhookType = keyof typeof webhookData;
export type WebhookData = { [Type in WebhookType]: z.output<(typeof webhookData)[Type]> };

/** The body of a webhook's request. */
export const webhookBody = <Type extends WebhookType>(type: Type) =>
  z.object({
    type: z.literal(type),
    /** When it happened. */
    timestamp: z.iso.datetime(),
    data: webhookData[type],
  });

/** Whether the address may be called is for the server to say, which knows where the name leads. */
const target = line(webhookLimits.url).refine(
  (text) => /^https?:\/\//i.test(text) && URL.canParse(text) && !/\s/.test(text),
  'A web address that starts with https://',
);

export const webhookInput = z.object({
  url: target,
  description: optionalText(webhookLimits.description),
  events: z
    .array(z.enum(webhookEvents, 'There is no such event'))
    .min(1, 'Choose at least one')
    .overwrite((events) => webhookEvents.filter((event) => events.includes(event))),
});
export type WebhookInput = z.output<typeof webhookInput>;

export const webhookChanges = webhookInput
  .partial()
  .extend({ ...pathId.shape, isActive: z.boolean().optional() });
export type WebhookChanges = z.output<typeof webhookChanges>;

/** The deliveries of a webhook that the log shows. */
export const deliveriesQuery = pathId.extend({
  state: z.enum(deliveryStates).optional(),
  type: z.enum([...webhookEvents, TEST_EVENT]).optional(),
});
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;

export const replayInput = z.object({ deliveryId: reference });
