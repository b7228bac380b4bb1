import { mergeRouters, router } from '../admin/trpc.ts';
import { finderRouter } from '../modules/office/command-palette/command-palette.admin.ts';
import { makeStatsRouter } from '../modules/office/dashboard/dashboard.admin.ts';
import { makeImportRouter } from '../modules/office/imports/import.admin.ts';
import { installationRouter } from '../modules/office/installation/installation.admin.ts';
import { privacyRouter } from '../modules/office/privacy/privacy.admin.ts';
import { trashRouter } from '../modules/office/trash/trash.admin.ts';
import {
  authRouter,
  makeAccountsRouter,
  makeOwnAccountRouter,
  secondFactorRouter,
} from '../modules/platform/accounts/account.admin.ts';
import { activityRouter } from '../modules/platform/activity/activity.admin.ts';
import { apiKeyRouter } from '../modules/platform/api-keys/api-key.admin.ts';
import { revokeKeysOfAccount } from '../modules/platform/api-keys/api-key.service.ts';
import { messagesOutRouter } from '../modules/platform/outbox/outbox.admin.ts';
import { redirectRouter } from '../modules/platform/redirects/redirect.admin.ts';
import { siteRouter } from '../modules/platform/site/site.admin.ts';
import { isSmsOn } from '../modules/platform/site/site.service.ts';
import { uploadRouter } from '../modules/platform/uploads/upload.admin.ts';
import { webhookRouter } from '../modules/platform/webhooks/webhook.admin.ts';
import { applicantDocumentRouter } from '../modules/school/applicant-documents/applicant-document.admin.ts';
import { certificateAdminRouter } from '../modules/school/certificates/certificate.admin.ts';
import { dueDaysRouter } from '../modules/school/charges/due-days.admin.ts';
import { contactMessageRouter } from '../modules/school/contact-messages/contact-message.admin.ts';
import { donationAdminRouter } from '../modules/school/donations/donation.admin.ts';
import { feeAdminRouter } from '../modules/school/fees/fee.admin.ts';
import { makePriceRouter } from '../modules/school/fees/prices/price.admin.ts';
import { galleryAdminRouter } from '../modules/school/gallery/gallery-item.admin.ts';
import { manyMessageRouter } from '../modules/school/many-messages/many-message.admin.ts';
import { newsletterAdminRouter } from '../modules/school/newsletter/newsletter.admin.ts';
import { registrationAdminRouter } from '../modules/school/registrations/registration.admin.ts';
import { listAttention } from './attention.ts';
import { intakes, programs } from './content-list.ts';
import { importTargets, mapPartByResourceKey } from './resources.ts';

const contentProcedures = mapPartByResourceKey('procedures');

export const adminRouter = router({
  ...contentProcedures,
  intakes: mergeRouters(contentProcedures.intakes, dueDaysRouter),
  registrations: mergeRouters(registrationAdminRouter, manyMessageRouter),
  gallery: galleryAdminRouter,
  documents: applicantDocumentRouter,
  contact: contactMessageRouter,
  newsletter: newsletterAdminRouter,
  donations: donationAdminRouter,
  certificates: certificateAdminRouter,
  fees: mergeRouters(
    feeAdminRouter,
    makePriceRouter({ programs: programs.service, intakes: intakes.service }),
  ),
  messagesOut: messagesOutRouter,
  finder: finderRouter,
  stats: makeStatsRouter(listAttention),
  uploads: uploadRouter,
  trash: trashRouter,
  imports: makeImportRouter(importTargets),
  accounts: makeAccountsRouter(revokeKeysOfAccount),
  apiKeys: apiKeyRouter,
  redirects: redirectRouter,
  webhooks: webhookRouter,
  installation: installationRouter,
  account: makeOwnAccountRouter(isSmsOn),
  secondFactor: secondFactorRouter,
  auth: authRouter,
  privacy: privacyRouter,
  activity: activityRouter,
  site: siteRouter,
});
export type AdminRouter = typeof adminRouter;
