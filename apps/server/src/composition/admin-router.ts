import { mergeRouters, router } from '../admin/trpc.ts';
import { finderAdmin } from '../modules/office/command-palette/command-palette.admin.ts';
import { makeStatsRouter } from '../modules/office/dashboard/dashboard.admin.ts';
import { importAdmin } from '../modules/office/imports/import.admin.ts';
import { installationAdmin } from '../modules/office/installation/installation.admin.ts';
import { privacyAdmin } from '../modules/office/privacy/privacy.admin.ts';
import { trashAdmin } from '../modules/office/trash/trash.admin.ts';
import {
  authAdmin,
  makeAccountsRouter,
  makeOwnAccountRouter,
  secondFactorAdmin,
} from '../modules/platform/accounts/account.admin.ts';
import { activityAdmin } from '../modules/platform/activity/activity.admin.ts';
import { apiKeyAdmin } from '../modules/platform/api-keys/api-key.admin.ts';
import { revokeKeysOfAccount } from '../modules/platform/api-keys/api-key.service.ts';
import { messagesOutAdmin } from '../modules/platform/outbox/outbox.admin.ts';
import { redirectAdmin } from '../modules/platform/redirects/redirect.admin.ts';
import { siteAdmin } from '../modules/platform/site/site.admin.ts';
import { isSmsOn } from '../modules/platform/site/site.service.ts';
import { uploadAdmin } from '../modules/platform/uploads/upload.admin.ts';
import { webhookAdmin } from '../modules/platform/webhooks/webhook.admin.ts';
import { documentAdmin } from '../modules/school/applicant-documents/applicant-document.admin.ts';
import { certificateAdmin } from '../modules/school/certificates/certificate.admin.ts';
import { dueDaysAdmin } from '../modules/school/charges/due-days.admin.ts';
import { contactAdmin } from '../modules/school/contact-messages/contact-message.admin.ts';
import { donationAdmin } from '../modules/school/donations/donation.admin.ts';
import { feeAdmin } from '../modules/school/fees/fee.admin.ts';
import { makePriceRouter } from '../modules/school/fees/prices/price.admin.ts';
import { galleryAdmin } from '../modules/school/gallery/gallery-item.admin.ts';
import { manyMessageAdmin } from '../modules/school/many-messages/many-message.admin.ts';
import { newsletterAdmin } from '../modules/school/newsletter/newsletter.admin.ts';
import { registrationAdmin } from '../modules/school/registrations/registration.admin.ts';
import { listAttention } from './attention.ts';
import { intakes, programs } from './content-list.ts';
import { importTargets, mapByKey } from './resources.ts';

const procedures = mapByKey('procedures');

export const adminRouter = router({
  ...procedures,
  intakes: mergeRouters(procedures.intakes, dueDaysAdmin),
  registrations: mergeRouters(registrationAdmin, manyMessageAdmin),
  gallery: galleryAdmin,
  documents: documentAdmin,
  contact: contactAdmin,
  newsletter: newsletterAdmin,
  donations: donationAdmin,
  certificates: certificateAdmin,
  fees: mergeRouters(feeAdmin, makePriceRouter({ programs: programs.service, intakes: intakes.service })),
  messagesOut: messagesOutAdmin,
  finder: finderAdmin,
  stats: makeStatsRouter(listAttention),
  uploads: uploadAdmin,
  trash: trashAdmin,
  imports: importAdmin(importTargets),
  accounts: makeAccountsRouter(revokeKeysOfAccount),
  apiKeys: apiKeyAdmin,
  redirects: redirectAdmin,
  webhooks: webhookAdmin,
  installation: installationAdmin,
  account: makeOwnAccountRouter(isSmsOn),
  secondFactor: secondFactorAdmin,
  auth: authAdmin,
  privacy: privacyAdmin,
  activity: activityAdmin,
  site: siteAdmin,
});
export type AdminRouter = typeof adminRouter;
