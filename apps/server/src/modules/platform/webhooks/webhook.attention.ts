import { listEndedWebhooks } from './webhook.service.ts';

export const webhookAttention = { endedWebhooks: listEndedWebhooks };
