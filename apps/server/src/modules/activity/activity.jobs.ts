import type { Job } from '../../jobs/job.ts';
import { purgeOldActivities } from './activity.service.ts';

export const purgeActivities: Job = {
  name: 'purge-activities',
  schedule: '43 3 * * *',
  run: purgeOldActivities,
};
