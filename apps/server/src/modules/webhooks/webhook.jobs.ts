import type { Job } from '../../jobs/job.ts';
import { purgeOldDeliveries } from './webhook-delivery.service.ts';

export const purgeWebhookDeliveries: Job = {
  name: 'purge-webhook-deliveries',
  schedule: '47 3 * * *',
  run: purgeOldDeliveries,
};
