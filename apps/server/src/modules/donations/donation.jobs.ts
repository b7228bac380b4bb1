import type { Job } from '../../jobs/job.ts';
import { checkDueDonations } from './online-donation.service.ts';

/** Needed when a notice is lost and the donor has left before the page asked. */
export const checkDonations: Job = {
  name: 'check-donations',
  schedule: '* * * * *',
  run: checkDueDonations,
};
