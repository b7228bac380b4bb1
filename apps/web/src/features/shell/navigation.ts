import type { ShownSite } from '@institute/contract';
import { type MenuPath, menuLabels, menuPaths } from '@institute/contract/site.constants';

export type SiteLink = { to: string; label: string };

/** Loads a new document, because the admin area has its own content policy. */
export const adminLink: SiteLink = { to: '/admin/login', label: 'Admin Login' };
export const registerLink: SiteLink = { to: '/register', label: 'Register Now' };

export const headerPaths = menuPaths.filter((path) => path !== '/alumni');

export const drawerPaths: readonly MenuPath[] = [
  '/',
  '/about',
  '/programs',
  '/coaches',
  '/facilities',
  '/registration',
  '/news',
  '/gallery',
  '/videos',
  '/alumni',
  '/contact',
  '/faq',
];

const footerLinks: readonly SiteLink[] = [
  { to: '/programs', label: 'Programs' },
  { to: '/registration', label: 'Registration' },
  { to: '/facilities', label: 'Facilities' },
  { to: '/coaches', label: 'Trainers' },
  { to: '/about', label: 'About Us' },
  { to: '/alumni', label: 'Alumni' },
  { to: '/donations', label: 'Donations' },
];

export const firstLinks: readonly SiteLink[] = [
  { to: '/fees', label: 'Fees' },
  { to: '/certificates', label: 'Check a Certificate' },
];

export const lastLinks: readonly SiteLink[] = [
  { to: '/registration/status', label: 'Application status' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
];

type Menu = Pick<ShownSite, 'menu' | 'emptyPages' | 'menuPages'>;

const isShown = ({ menu, emptyPages }: Menu, to: string) =>
  (to === '/' || to === '/programs' || !emptyPages.includes(to)) &&
  !menu.some(({ entry, hidden }) => hidden && entry === to);

/** Own pages follow `paths`, unless the office has moved an entry. */
export function menuLinks(site: Menu, paths: readonly MenuPath[]): SiteLink[] {
  const known: string[] = [...menuPaths, ...site.menuPages.map(({ entry }) => entry)];
  // A page that was deleted moves nothing
  const entries = site.menu.map(({ entry }) => entry).filter((entry) => known.includes(entry));
  const readPlace = (to: string, places: readonly string[]) => {
    const place = places.indexOf(to);
    return place < 0 ? places.length : place;
  };
  const places = entries.map((entry) => readPlace(entry, menuPaths));
  const isMoved = places.some((place, at) => at > 0 && place < Number(places[at - 1]));
  const inOrder = <T extends { to: string }>(links: T[]) =>
    links.sort((one, other) => readPlace(one.to, entries) - readPlace(other.to, entries));
  const own = inOrder(site.menuPages.map(({ entry, title }) => ({ to: entry, label: title })));
  const links = [...paths.map((to) => ({ to, label: menuLabels[to] })), ...own];
  return (isMoved ? inOrder(links) : links).filter(({ to }) => isShown(site, to));
}

export const quickLinks = (site: Menu): SiteLink[] => footerLinks.filter(({ to }) => isShown(site, to));
