import type { SiteLink } from '@institute/contract/navigation';

/** Loads a new document, because the admin area has its own content policy. */
export const adminLink: SiteLink = { to: '/admin/login', label: 'Admin Login' };
export const registerLink: SiteLink = { to: '/register', label: 'Register Now' };
