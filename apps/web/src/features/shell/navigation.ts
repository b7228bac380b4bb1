export type SiteLink = { to: string; label: string };

const links = {
  home: { to: '/', label: 'Home' },
  about: { to: '/about', label: 'About' },
  programs: { to: '/programs', label: 'Programs' },
  registration: { to: '/registration', label: 'Registration' },
  coaches: { to: '/coaches', label: 'Trainers' },
  facilities: { to: '/facilities', label: 'Facilities' },
  news: { to: '/news', label: 'News' },
  gallery: { to: '/gallery', label: 'Gallery' },
  videos: { to: '/videos', label: 'Videos' },
  alumni: { to: '/alumni', label: 'Alumni' },
  contact: { to: '/contact', label: 'Contact' },
  faq: { to: '/faq', label: 'FAQ' },
  donations: { to: '/donations', label: 'Donations' },
} satisfies Record<string, SiteLink>;

/** Loads a new document, because the admin area has its own content policy. */
export const adminLink: SiteLink = { to: '/admin/login', label: 'Admin Login' };
export const registerLink: SiteLink = { to: '/register', label: 'Register Now' };

export const headerLinks: SiteLink[] = [
  links.home,
  links.about,
  links.programs,
  links.registration,
  links.coaches,
  links.facilities,
  links.news,
  links.gallery,
  links.contact,
  links.faq,
  links.videos,
];

export const drawerLinks: SiteLink[] = [
  links.home,
  links.about,
  links.programs,
  links.coaches,
  links.facilities,
  links.registration,
  links.news,
  links.gallery,
  links.videos,
  links.alumni,
  links.contact,
  links.faq,
  adminLink,
];

export const footerLinks: SiteLink[] = [
  links.programs,
  links.registration,
  links.facilities,
  links.coaches,
  { to: '/about', label: 'About Us' },
  links.alumni,
  links.donations,
];

export const lastLinks: SiteLink[] = [
  { to: '/registration/status', label: 'Application status' },
  { to: '/fees', label: 'Fees' },
  { to: '/certificates', label: 'Check a certificate' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
];
