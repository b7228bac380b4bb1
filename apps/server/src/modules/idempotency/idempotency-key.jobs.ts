import type { Job } from '../../jobs/job.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';
import { KEPT_MS } from './public-form.service.ts';

/** Answers are not given again after a day, so they need not be kept. */
export const purgeIdempotencyKeys: Job = {
  name: 'purge-idempotency-keys',
  schedule: '17 * * * *',
  run: async ({ em, now }) => {
    await em.nativeDelete(IdempotencyKeyEntity, { createdAt: { $lte: new Date(now().getTime() - KEPT_MS) } });
  },
};
