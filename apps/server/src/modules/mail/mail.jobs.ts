import type { Job } from '../../jobs/job.ts';
import { purgeSentMails } from './outbox.service.ts';

export const purgeMails: Job = { name: 'purge-mails', schedule: '41 3 * * *', run: purgeSentMails };
