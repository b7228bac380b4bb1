import type { Job } from '../../jobs/job.ts';
import { eraseExpired } from './retention.service.ts';

/** Before the night's backup. */
export const eraseOldData: Job = { name: 'erase-old-data', schedule: '11 2 * * *', run: eraseExpired };
