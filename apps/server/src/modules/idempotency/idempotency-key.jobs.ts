import type { Job } from '../../jobs/job.ts';
import { purgeKeys } from './idempotency-key.service.ts';

export const purgeIdempotencyKeys: Job = {
  name: 'purge-idempotency-keys',
  schedule: '17 * * * *',
  run: purgeKeys,
};
