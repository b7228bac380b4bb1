/** Every screen of the admin area, by the name of its pictures: for what has to hold on all of them. */
export const adminScreens = {
  'admin-dashboard': '/admin',
  'admin-posts': '/admin/posts',
  'admin-coaches': '/admin/coaches',
  'admin-programs': '/admin/programs',
  'admin-gallery': '/admin/gallery',
  'admin-facilities': '/admin/facilities',
  'admin-alumni': '/admin/alumni',
  'admin-registrations': '/admin/registrations',
  'admin-messages': '/admin/messages',
  'admin-donations': '/admin/donations',
  'admin-newsletter': '/admin/newsletter',
  'admin-newsletter-campaigns': '/admin/newsletter/campaigns',
  'admin-mail': '/admin/mail',
  'admin-site': '/admin/site',
  'admin-media': '/admin/media',
  'admin-trash': '/admin/trash',
};
