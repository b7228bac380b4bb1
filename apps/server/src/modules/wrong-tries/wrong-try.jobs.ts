import type { Job } from '../../jobs/job.ts';
import { purgeWrongTries as run } from './wrong-try.service.ts';

export const purgeWrongTries: Job = { name: 'purge-wrong-tries', schedule: '7 * * * *', run };
