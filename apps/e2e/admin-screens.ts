import { contentResources } from '@institute/contract';

export const adminScreens: Record<string, string> = {
  'admin-dashboard': '/admin',
  ...Object.fromEntries(Object.keys(contentResources).map((key) => [`admin-${key}`, `/admin/${key}`])),
  'admin-registrations': '/admin/registrations',
  'admin-messages': '/admin/messages',
  'admin-certificates': '/admin/certificates',
  'admin-donations': '/admin/donations',
  'admin-newsletter': '/admin/newsletter',
  'admin-newsletter-campaigns': '/admin/newsletter/campaigns',
  'admin-messages-out': '/admin/mail',
  'admin-site': '/admin/site',
  'admin-media': '/admin/media',
  'admin-accounts': '/admin/accounts',
  'admin-api-keys': '/admin/api-keys',
  'admin-webhooks': '/admin/webhooks',
  'admin-activity': '/admin/activity',
  'admin-trash': '/admin/trash',
  'admin-about': '/admin/about',
};
