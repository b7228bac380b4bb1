import { type MenuPath, menuLabels, menuPaths } from './site.constants.ts';

export type SiteLink = { to: string; label: string };
export type MenuLink = SiteLink & { below?: SiteLink[] | undefined };

export interface Navigation {
  header: MenuLink[];
  /** How many entries of the header have room on screens from 1024 and 1280 px. The others fold under "More". */
  fits: { lg: number; xl: number };
  drawer: MenuLink[];
  /** `first` and `last` are the same for every school. */
  footer: { first: SiteLink[]; quick: SiteLink[]; last: SiteLink[] };
}

interface MenuEntry {
  entry: string;
  hidden: boolean;
  label?: string | undefined;
  /** True for an entry below the previous entry of the first level. */
  below?: true | undefined;
}

interface Menu {
  menu: readonly MenuEntry[];
  emptyPages: readonly string[];
  menuPages: readonly { entry: string; title: string }[];
}

interface InstituteLogo {
  institute: { name: string; logo: string; logoHasName: boolean };
}

const headerPaths = menuPaths.filter((path) => path !== '/alumni');

const drawerPaths: readonly MenuPath[] = [
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

const firstLinks: SiteLink[] = [
  { to: '/fees', label: 'Fees' },
  { to: '/certificates', label: 'Check a Certificate' },
];

const lastLinks: SiteLink[] = [
  { to: '/registration/status', label: 'Application status' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
];

const quickLinks: readonly SiteLink[] = [
  { to: '/programs', label: 'Programs' },
  { to: '/registration', label: 'Registration' },
  { to: '/facilities', label: 'Facilities' },
  { to: '/coaches', label: 'Trainers' },
  { to: '/about', label: 'About Us' },
  { to: '/alumni', label: 'Alumni' },
  { to: '/donations', label: 'Donations' },
];

/** What the header, the drawer and the foot of every page link to. */
export function listNavigation(site: Menu & InstituteLogo): Navigation {
  const header = listLinks(site, headerPaths);
  const countFits = (screen: Screen) => countFitting(header, site.institute, screen);
  return {
    header,
    fits: { lg: countFits(screens.lg), xl: countFits(screens.xl) },
    drawer: listLinks(site, drawerPaths),
    footer: {
      first: firstLinks,
      quick: quickLinks.filter(({ to }) => isShown(site, to)),
      last: lastLinks,
    },
  };
}

const isBuiltIn = (entry: string): entry is MenuPath => Object.hasOwn(menuLabels, entry);

const isShown = ({ menu, emptyPages }: Menu, to: string) =>
  (to === '/' || to === '/programs' || !emptyPages.includes(to)) &&
  !menu.some(({ entry, hidden }) => hidden && entry === to);

/** Own pages and links follow `paths`, unless the office has moved an entry or put one below another. */
function listLinks(site: Menu, paths: readonly MenuPath[]): MenuLink[] {
  const parents = findParents(site.menu);
  const labels = new Map(site.menuPages.map(({ entry, title }) => [entry, title]));
  for (const { entry, label } of site.menu) if (label) labels.set(entry, label);
  // A page that was deleted moves nothing
  const entries = site.menu
    .map(({ entry }) => entry)
    .filter((entry) => isBuiltIn(entry) || labels.has(entry));
  const readPlace = (to: string, places: readonly string[]) => {
    const place = places.indexOf(to);
    return place < 0 ? places.length : place;
  };
  const places = entries.map((entry) => readPlace(entry, menuPaths));
  const isMoved = parents.size > 0 || places.some((place, at) => at > 0 && place < Number(places[at - 1]));
  const sortLinks = <T extends SiteLink>(links: T[]) =>
    links.sort((one, other) => readPlace(one.to, entries) - readPlace(other.to, entries));
  const ownLinks = sortLinks(
    [...labels].filter(([to]) => !isBuiltIn(to)).map(([to, label]) => ({ to, label })),
  );
  // The alumni are in the drawer only, unless the office has put them below another page
  const builtIn = [...paths, ...menuPaths.filter((path) => parents.has(path) && !paths.includes(path))];
  const links = [...builtIn.map((to) => ({ to, label: labels.get(to) ?? menuLabels[to] })), ...ownLinks];
  return nestLinks(
    (isMoved ? sortLinks(links) : links).filter(({ to }) => isShown(site, to)),
    parents,
  );
}

function findParents(menu: readonly MenuEntry[]): Map<string, string> {
  const parents = new Map<string, string>();
  let top: string | undefined;
  for (const { entry, below } of menu) {
    if (below && top !== undefined) parents.set(entry, top);
    else top = entry;
  }
  return parents;
}

/** Entries below one that is not shown move to the top, so that visitors still find them. */
function nestLinks(links: readonly SiteLink[], parents: ReadonlyMap<string, string>): MenuLink[] {
  const shown = new Set(links.map(({ to }) => to));
  const findParent = ({ to }: SiteLink) => {
    const parent = parents.get(to);
    return parent !== undefined && shown.has(parent) ? parent : undefined;
  };
  return links
    .filter((link) => findParent(link) === undefined)
    .map((link) => {
      const below = links.filter((other) => findParent(other) === link.to);
      return below.length > 0 ? { ...link, below } : link;
    });
}

/** In pixels, without a scroll bar. `edges` of an entry are on both sides together. */
interface Screen {
  room: number;
  edges: number;
  /** The mark of the product. A logo of the institute is always shown. */
  mark: number;
}
const screens: Record<'lg' | 'xl', Screen> = {
  lg: { room: 960, edges: 12, mark: 0 },
  xl: { room: 1180, edges: 16, mark: 48 },
};

const ENTRY_SIZE = 14;
const NAME_SIZE = 16;
const ENTRY_GAP = 16;
/** The button "Admin" with its margin. */
const ADMIN_WIDTH = 106;
/** The arrow of entries that open. */
const ARROW_WIDTH = 14;
/** The mark next to "Home". */
const HOME_MARK = 24;
const LOGO_SIZES = { size: 38, widest: 152, gap: 10 };
/** A logo that contains the name is shown alone. */
const MAX_LOGO_WIDTH = 228;

function countFitting(
  links: readonly MenuLink[],
  institute: InstituteLogo['institute'],
  { room, edges, mark }: Screen,
): number {
  const freeWidth = room - measureBrand(institute, mark) - ADMIN_WIDTH - 2 * ENTRY_GAP;
  const widths = links.map(
    ({ to, label, below }) =>
      measureText(label, ENTRY_SIZE) +
      edges +
      (below ? ARROW_WIDTH : 0) +
      (to === '/' && !institute.logo ? HOME_MARK : 0),
  );
  const sumWidths = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width, 0);
  if (sumWidths(links.length) <= freeWidth) return links.length;
  const folded = freeWidth - measureText('More', ENTRY_SIZE) - edges - ARROW_WIDTH;
  let count = links.length - 1;
  while (count > 0 && sumWidths(count) > folded) count -= 1;
  return count;
}

/** The logo, and the name on two lines. */
function measureBrand({ name, logo, logoHasName }: InstituteLogo['institute'], mark: number): number {
  if (logo && logoHasName) return measureLogo(logo, MAX_LOGO_WIDTH);
  const words = name.split(/\s+/).map((word) => measureText(word, NAME_SIZE));
  const longest = Math.max(...words);
  // The second line begins with a whole word
  const half = measureText(name, NAME_SIZE) / 2 + (words.length > 1 ? longest / 2 : 0);
  return (logo ? measureLogo(logo, LOGO_SIZES.widest) + LOGO_SIZES.gap : mark) + Math.max(longest, half);
}

/** Stored pictures name their size. Others are taken to be twice as wide as high. */
function measureLogo(logo: string, widest: number): number {
  const [, width = 2, height = 1] = /-(\d+)x(\d+)-[\da-f]{6}\//.exec(logo)?.map(Number) ?? [];
  return Math.min(widest, Math.max(LOGO_SIZES.size, (LOGO_SIZES.size * width) / height));
}

/** Widths of the site's fonts, in shares of their size. Without a browser nobody measures better. */
const letterWidths: [RegExp, number][] = [
  [/[ijlI.,:;'’|!]/, 0.29],
  [/[frt()[\] -]/, 0.4],
  [/[mwMW@%]/, 0.9],
  [/[A-Z&]/, 0.7],
  [/[ -~À-ɏ]/, 0.58],
];
const OTHER_WIDTH = 0.95;

const measureText = (text: string, size: number): number =>
  [...text].reduce(
    (width, letter) =>
      width + (letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? OTHER_WIDTH) * size,
    0,
  );
