import type { Job } from '../jobs/job.ts';
import { purgeSessions } from '../modules/accounts/session.jobs.ts';
import { purgeActivities } from '../modules/activity/activity.jobs.ts';
import { checkDonations } from '../modules/donations/donation.jobs.ts';
import { purgeEmails } from '../modules/emails/email.jobs.ts';
import { purgeIdempotencyKeys } from '../modules/idempotency/idempotency-key.jobs.ts';
import { eraseOldData } from '../modules/privacy/retention.jobs.ts';
import { purgeTrash } from '../modules/trash/trash.jobs.ts';
import { purgeWebhookDeliveries } from '../modules/webhooks/webhook.jobs.ts';
import { purgeWrongTries } from '../modules/wrong-tries/wrong-try.jobs.ts';

/** All background work, one line for each kind. */
export const jobs: readonly Job[] = [
  purgeIdempotencyKeys,
  purgeSessions,
  checkDonations,
  purgeEmails,
  purgeTrash,
  purgeActivities,
  purgeWrongTries,
  purgeWebhookDeliveries,
  eraseOldData,
];
