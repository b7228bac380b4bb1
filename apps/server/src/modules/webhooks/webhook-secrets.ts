import { secretColumn } from '../../database/sealed-columns.ts';

const secretOfWebhook = { words: 'secrets of webhooks', purpose: 'webhooks.secret' };

export const webhookSecret = secretColumn('webhooks', 'secret', secretOfWebhook);
/** It was the webhook's secret, so both have the same purpose. */
export const formerWebhookSecret = secretColumn('webhooks', 'former_secret', secretOfWebhook);
