import type { Job } from '../../jobs/job.ts';
import { purgeSentEmails } from './email.service.ts';

export const purgeEmails: Job = { name: 'purge-emails', schedule: '41 3 * * *', run: purgeSentEmails };
