import type { Schedule } from '../background/schedules.ts';
import { reportWeek } from '../modules/office/dashboard/weekly-report.service.ts';
import { eraseExpiredData } from '../modules/office/privacy/retention.service.ts';
import { purgeIncomingSms } from '../modules/office/sms-inbox/incoming-sms.service.ts';
import {
  askForNewStates,
  askForOldStates,
  registerSmsWebhooks,
} from '../modules/office/sms-inbox/phone-gateway.service.ts';
import { purgeOldItems } from '../modules/office/trash/trash.service.ts';
import { purgeExpiredLinks } from '../modules/platform/accounts/access-link.service.ts';
import { purgeEndedSessions } from '../modules/platform/accounts/session.service.ts';
import { purgeOldActivities } from '../modules/platform/activity/activity.service.ts';
import { purgeIdempotencyKeys } from '../modules/platform/idempotency/idempotency-key.service.ts';
import { queueOfficeSummary } from '../modules/platform/outbox/office/office-mail.service.ts';
import { purgeSentMessages } from '../modules/platform/outbox/outbox-erasure.service.ts';
import { purgeSmsReports } from '../modules/platform/outbox/sms/sms-report.service.ts';
import { checkDuePayments } from '../modules/platform/payments/online-payment.service.ts';
import { purgeOldDeliveries } from '../modules/platform/webhooks/webhook-delivery.service.ts';
import { purgeWrongTries } from '../modules/platform/wrong-tries/wrong-try.service.ts';
import { eraseOverdueDocuments } from '../modules/school/applicant-documents/document-erasure.service.ts';
import { remindOfFees } from '../modules/school/fees/accounts/fee-reminder.service.ts';
import { remindOfIntakes } from '../modules/school/registrations/registration-notice.service.ts';
import { paymentKinds } from './payment-kinds.ts';

export const schedules: readonly Schedule[] = [
  // Asks the provider again, because its notice may be lost after the payer has left the page
  { name: 'check-payments', cron: '* * * * *', run: (ctx) => checkDuePayments(ctx, paymentKinds) },
  // Runs twice a minute, so that the state of an SMS is known within a minute
  { name: 'ask-new-sms-states', cron: '*/30 * * * * *', run: askForNewStates },
  { name: 'ask-old-sms-states', cron: '23 * * * *', run: askForOldStates },
  { name: 'keep-sms-webhooks', cron: '*/10 * * * *', run: registerSmsWebhooks },
  { name: 'summarise-for-office', cron: '29 * * * *', run: queueOfficeSummary },
  { name: 'purge-wrong-tries', cron: '7 * * * *', run: purgeWrongTries },
  { name: 'tidy-documents', cron: '13 * * * *', run: eraseOverdueDocuments },
  { name: 'purge-idempotency-keys', cron: '17 * * * *', run: purgeIdempotencyKeys },
  { name: 'remind-of-intakes', cron: '0 9 * * *', run: remindOfIntakes },
  { name: 'remind-of-fees', cron: '0 9 * * *', run: remindOfFees },
  { name: 'report-week', cron: '0 7 * * 1', run: reportWeek },
  // Runs before the nightly backup
  { name: 'erase-old-data', cron: '11 2 * * *', run: eraseExpiredData },
  { name: 'purge-sessions', cron: '37 3 * * *', run: purgeEndedSessions },
  { name: 'purge-access-links', cron: '37 3 * * *', run: purgeExpiredLinks },
  { name: 'purge-emails', cron: '41 3 * * *', run: purgeSentMessages },
  { name: 'purge-activities', cron: '43 3 * * *', run: purgeOldActivities },
  { name: 'purge-webhook-deliveries', cron: '47 3 * * *', run: purgeOldDeliveries },
  { name: 'purge-sms-reports', cron: '47 3 * * *', run: purgeSmsReports },
  { name: 'purge-incoming-sms', cron: '47 3 * * *', run: purgeIncomingSms },
  { name: 'purge-trash', cron: '53 3 * * *', run: purgeOldItems },
];
