import type { Job } from '../../jobs/job.ts';
import { checkDueDonations } from './donation.service.ts';

/** A notice may be lost, and a donor may leave before the page has asked. */
export const checkDonations: Job = {
  name: 'check-donations',
  schedule: '* * * * *',
  run: checkDueDonations,
};
