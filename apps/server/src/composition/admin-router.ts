import { router } from '../admin/trpc.ts';
import { accountsAdmin, auth, ownAccount, secondFactor } from '../modules/accounts/account.admin.ts';
import { activityAdmin } from '../modules/activity/activity.admin.ts';
import { apiKeyAdmin } from '../modules/api-keys/api-key.admin.ts';
import { revokeKeysOfAccount } from '../modules/api-keys/api-key.service.ts';
import { certificateAdmin } from '../modules/certificates/certificate.admin.ts';
import { finderAdmin } from '../modules/command-palette/command-palette.admin.ts';
import { contactAdmin } from '../modules/contact-messages/contact-message.admin.ts';
import { statsAdmin } from '../modules/dashboard/dashboard.admin.ts';
import { donationAdmin } from '../modules/donations/donation.admin.ts';
import { feeAdmin } from '../modules/fees/fee.admin.ts';
import { installationAdmin } from '../modules/installation/installation.admin.ts';
import { newsletterAdmin } from '../modules/newsletter/newsletter.admin.ts';
import { messagesOutAdmin } from '../modules/outbox/outbox.admin.ts';
import { privacyAdmin } from '../modules/privacy/privacy.admin.ts';
import { registrationAdmin } from '../modules/registrations/registration.admin.ts';
import { siteAdmin } from '../modules/site/site.admin.ts';
import { trashAdmin } from '../modules/trash/trash.admin.ts';
import { uploadAdmin } from '../modules/uploads/upload.admin.ts';
import { webhookAdmin } from '../modules/webhooks/webhook.admin.ts';
import { listAttention } from './attention.ts';
import { byKey } from './resources.ts';

export const adminRouter = router({
  ...byKey('procedures'),
  registrations: registrationAdmin,
  contact: contactAdmin,
  newsletter: newsletterAdmin,
  donations: donationAdmin,
  certificates: certificateAdmin,
  fees: feeAdmin,
  messagesOut: messagesOutAdmin,
  finder: finderAdmin,
  stats: statsAdmin(listAttention),
  uploads: uploadAdmin,
  trash: trashAdmin,
  accounts: accountsAdmin(revokeKeysOfAccount),
  apiKeys: apiKeyAdmin,
  webhooks: webhookAdmin,
  installation: installationAdmin,
  account: ownAccount,
  secondFactor,
  auth,
  privacy: privacyAdmin,
  activity: activityAdmin,
  site: siteAdmin,
});
export type AdminRouter = typeof adminRouter;
