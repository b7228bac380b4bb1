import type { Job } from '../../jobs/job.ts';
import { purgeOld } from './trash.service.ts';

export const purgeTrash: Job = { name: 'purge-trash', schedule: '53 3 * * *', run: purgeOld };
