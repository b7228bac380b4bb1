import { createHmac, randomBytes } from 'node:crypto';
import { WEBHOOK_SECRET_START } from '@institute/contract/webhooks.constants';
import { declareSecretColumn } from '../../../crypto/sealed-columns.ts';

/** Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

export const makeWebhookSecret = () => WEBHOOK_SECRET_START + randomBytes(SECRET_BYTES).toString('base64');

interface SignedMessage {
  id: string;
  body: string;
}

/** Format of Standard Webhooks, with one signature for each secret. */
export function makeSignedHeaders(secrets: readonly string[], { id, body }: SignedMessage, now: Date) {
  const timestampS = Math.floor(now.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const secretKeyBytes = Buffer.from(secret.slice(WEBHOOK_SECRET_START.length), 'base64');
    return `v1,${createHmac('sha256', secretKeyBytes).update(`${id}.${timestampS}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signatures.join(' '),
  };
}

const secretColumnOptions = { words: 'secrets of webhooks', purpose: 'webhooks.secret' };

export const webhookSecretColumn = declareSecretColumn('webhooks', 'secret', secretColumnOptions);
/** Uses the same purpose as the current secret, because the value was encrypted as that. */
export const formerWebhookSecretColumn = declareSecretColumn(
  'webhooks',
  'former_secret',
  secretColumnOptions,
);
