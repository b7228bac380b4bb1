import { type WebhookData, type WebhookType, webhookBody, webhookData } from '@institute/contract';
import { type Json, json, named, type Parameter, type Schemas, schemaOf } from './openapi-schemas.ts';

/** A request that the site sends. */
interface WebhookRequest {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: [];
  parameters: Parameter[];
  requestBody: { required: true; content: ReturnType<typeof json> };
  responses: Record<string, Json>;
}
export type Webhooks = Record<string, { post: WebhookRequest }>;

const words: Record<WebhookType, { summary: string; description: string }> = {
  'registration.created': {
    summary: 'Somebody has registered',
    description: 'Read the rest with `GET /registrations/{id}`.',
  },
  'registration.status_changed': {
    summary: 'The office has given a registration another status',
    description: 'Also when it takes a decision back.',
  },
  'content.changed': {
    summary: 'An item of content, or the settings of the site, have changed',
    description:
      'Read it with `GET /{resource}/{id}`. What becomes visible by its date alone is not told, since nobody changes it then.',
  },
  'donation.paid': {
    summary: 'A donation has arrived',
    description:
      'By the payment provider, or recorded by the office. The reference is the number of the receipt. Read the rest with `GET /donations?updatedSince=…`.',
  },
  'webhook.test': {
    summary: 'An owner tries the webhook out',
    description: 'Every webhook gets it, whatever events were chosen for it.',
  },
};

const examples: WebhookData = {
  'registration.created': { id: 42, reference: 'REG-2026-000042', status: 'new' },
  'registration.status_changed': { id: 42, reference: 'REG-2026-000042', status: 'accepted' },
  'content.changed': { resource: 'programs', id: 3, action: 'updated' },
  'donation.paid': { id: 7, reference: 'RCP-2026-000007', status: 'successful' },
  'webhook.test': {},
};

const header = (name: string, description: string, example: string): Parameter => ({
  ...{ name, in: 'header', required: true, schema: { type: 'string' }, description, example },
});
const headers = [
  header(
    'webhook-id',
    'The same at every try, so that a repetition can be told',
    'msg_9f3b1c2d4e5f60718293a4b5c6d7e8f9',
  ),
  header('webhook-timestamp', 'When this try began, in seconds since 1970', '1767225600'),
  header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 of `id.timestamp.body`; several of them with spaces between',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
];

/** What the site sends to the webhooks of other programs. */
export function openApiWebhooks(schemas: Schemas): Webhooks {
  const types = Object.keys(webhookData) as WebhookType[];
  return Object.fromEntries(types.map((type) => [type, { post: requestOf(schemas, type) }]));
}

function requestOf(schemas: Schemas, type: WebhookType): WebhookRequest {
  const name = `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
  const schema = named(schemas, name, schemaOf(schemas, webhookBody(type), 'output'));
  const example = { type, timestamp: '2026-09-01T08:30:00.000Z', data: examples[type] };
  return {
    operationId: `webhooks.${type}`,
    ...words[type],
    tags: ['webhooks'],
    security: [],
    parameters: headers,
    requestBody: { required: true, content: json(schema, example) },
    responses: {
      200: { description: 'Taken; any other 2xx says the same. Anything else is tried again for a day.' },
      410: { description: 'No more of this: the webhook is turned off.' },
    },
  };
}
