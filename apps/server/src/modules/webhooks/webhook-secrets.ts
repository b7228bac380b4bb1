import { secretColumn } from '../../database/sealed-columns.ts';

const secretOfWebhook = { words: 'secrets of webhooks', purpose: 'webhooks.secret' };

export const webhookSecret = secretColumn('webhooks', 'secret', secretOfWebhook);
/** The same purpose, because it was encrypted as the webhook's secret. */
export const formerWebhookSecret = secretColumn('webhooks', 'former_secret', secretOfWebhook);
