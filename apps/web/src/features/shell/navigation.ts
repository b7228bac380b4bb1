import type { SiteLink } from '@institute/contract/navigation';

/** Loads a new document, because the admin area has its own content policy. */
export const adminLink: SiteLink = { to: '/admin/login', label: 'Admin Login' };
export const registerLink: SiteLink = { to: '/register', label: 'Register Now' };

/** An entry of the menu may lead to one category of the news. */
export function splitCategoryFromLink(to: string) {
  if (!to.startsWith('/')) return { to };
  const [path = to, category] = to.split('?category=');
  return { to: path, search: () => ({ category }) };
}
