import * as z from 'zod';
import { oneLineText, optionalText, pathId, reference } from '../../fields/fields.ts';
import { parseAddress } from '../../words/web-address.ts';
import { donationStatuses } from '../public/donations.constants.ts';
import { registrationStatuses } from '../public/registrations.constants.ts';
import { type ContentKey, contentResources } from '../public/resources.ts';
import {
  contentActions,
  deliveryStates,
  TEST_EVENT,
  webhookEvents,
  webhookLimits,
} from './webhooks.constants.ts';

const contentResourceKeys = Object.keys(contentResources) as [ContentKey, ...ContentKey[]];

/** Contains no personal data. The receiver reads more through the REST API with a key. */
const registrationData = z.object({
  id: z.int(),
  reference: z.string(),
  status: z.enum(registrationStatuses),
});

export const webhookData = {
  'registration.created': registrationData.meta({
    title: 'Somebody has registered',
    description: 'Read the rest with `GET /registrations/{id}`.',
    examples: [{ id: 42, reference: 'REG-2026-000042', status: 'new' }],
  }),
  'registration.status_changed': registrationData.meta({
    title: 'The office has given a registration another status',
    description: 'Also when it takes a decision back.',
    examples: [{ id: 42, reference: 'REG-2026-000042', status: 'accepted' }],
  }),
  'content.changed': z
    .object({
      resource: z.enum([...contentResourceKeys, 'site']),
      /** Null when the settings of the site have changed. */
      id: z.int().nullable(),
      action: z.enum(contentActions),
    })
    .meta({
      title: 'An item of content, or the settings of the site, have changed',
      description:
        'Read it with `GET /{resource}/{id}`. What becomes visible by its date alone is not told, since nobody changes it then.',
      examples: [{ resource: 'programs', id: 3, action: 'updated' }],
    }),
  'donation.paid': z
    .object({
      id: z.int(),
      /** Number of the receipt. It is never the `txRef`, a secret that opens the donor's receipt. */
      reference: z.string(),
      status: z.enum(donationStatuses),
    })
    .meta({
      title: 'A donation has arrived',
      description:
        'By the payment provider, or recorded by the office. The reference is the number of the receipt. Read the rest with `GET /donations?updatedSince=…`.',
      examples: [{ id: 7, reference: 'RCP-2026-000007', status: 'successful' }],
    }),
  'fee.paid': z
    .object({
      id: z.int(),
      /** Number of the receipt. */
      reference: z.string(),
      status: z.literal('received'),
    })
    .meta({
      title: 'A fee was paid',
      description: 'Recorded by the office. The reference is the number of the receipt.',
      examples: [{ id: 7, reference: 'FEE-2027-000007', status: 'received' }],
    }),
  [TEST_EVENT]: z.object({}).meta({
    title: 'An owner tries the webhook out',
    description: 'Every webhook gets it, whatever events were chosen for it.',
  }),
} as const;
export type WebhookType = keyof typeof webhookData;
export type WebhookData = { [Type in WebhookType]: z.output<(typeof webhookData)[Type]> };

export const makeWebhookBody = <Type extends WebhookType>(type: Type) =>
  z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime(),
    data: webhookData[type],
  });

export const webhookHeaders = z.object({
  'webhook-id': z.string().meta({
    description: 'The same at every try, so that a repetition can be told',
    examples: ['msg_9f3b1c2d4e5f60718293a4b5c6d7e8f9'],
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When this try began, in seconds since 1970',
    examples: ['1767225600'],
  }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the base64 of HMAC-SHA256 of `id.timestamp.body`; several of them with spaces between',
    examples: ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
  }),
});

export const webhookAnswers = {
  200: { description: 'Taken; any other 2xx says the same. Anything else is tried again for a day.' },
  410: { description: 'No more of this: the webhook is turned off.' },
} as const;

/** Address of the receiver. The server also checks to which network its host name leads. */
const webhookTargetUrl = oneLineText(webhookLimits.url).refine(
  (text) => /^https?:\/\//i.test(text) && parseAddress(text) !== undefined && !/\s/.test(text),
  'A web address that starts with https://',
);

export const webhookInput = z.object({
  url: webhookTargetUrl,
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

export const deliveriesQuery = pathId.extend({
  state: z.enum(deliveryStates).optional(),
  type: z.enum([...webhookEvents, TEST_EVENT]).optional(),
});
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;

export const replayInput = z.object({ deliveryId: reference });
