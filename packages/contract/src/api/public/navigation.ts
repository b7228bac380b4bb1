import { type MenuPath, menuLabels, menuPaths } from './site.constants.ts';

export type SiteLink = { to: string; label: string };
export type MenuLink = SiteLink & { below?: SiteLink[] | undefined };

export interface SiteNavigation {
  header: MenuLink[];
  /** Number of header entries that fit on screens from 1024 and from 1280 px. The others are under "More". */
  fits: { lg: number; xl: number };
  drawer: MenuLink[];
  /** The `first` and `last` links are the same for every school. */
  footer: { first: SiteLink[]; quick: SiteLink[]; last: SiteLink[] };
}

interface MenuEntry {
  entry: string;
  hidden: boolean;
  label?: string | undefined;
  /** True when this entry is below the previous entry of the first level. */
  below?: true | undefined;
}

interface SiteMenu {
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

/** Lists the links in the header, the drawer and the footer of every page. */
export function listNavigation(site: SiteMenu & InstituteLogo): SiteNavigation {
  const headerLinks = listMenuLinks(site, headerPaths);
  const countFittingLinks = (screen: ScreenWidth) => countLinksThatFit(headerLinks, site.institute, screen);
  return {
    header: headerLinks,
    fits: { lg: countFittingLinks(screenWidths.lg), xl: countFittingLinks(screenWidths.xl) },
    drawer: listMenuLinks(site, drawerPaths),
    footer: {
      first: firstLinks,
      quick: quickLinks.filter(({ to }) => isPageShown(site, to)),
      last: lastLinks,
    },
  };
}

const isBuiltInEntry = (entry: string): entry is MenuPath => Object.hasOwn(menuLabels, entry);

const isPageShown = ({ menu, emptyPages }: SiteMenu, to: string) =>
  (to === '/' || to === '/programs' || !emptyPages.includes(to)) &&
  !menu.some(({ entry, hidden }) => hidden && entry === to);

/**
 * Lists the links of a menu. Own pages and links follow `paths`, unless the office has moved an entry or put one
 * below another.
 */
function listMenuLinks(site: SiteMenu, paths: readonly MenuPath[]): MenuLink[] {
  const parentByEntry = findMenuParents(site.menu);
  const labelByEntry = new Map(site.menuPages.map(({ entry, title }) => [entry, title]));
  for (const { entry, label } of site.menu) if (label) labelByEntry.set(entry, label);
  // The entry of a deleted page must not change the order
  const orderedMenuEntries = site.menu
    .map(({ entry }) => entry)
    .filter((entry) => isBuiltInEntry(entry) || labelByEntry.has(entry));
  const findPlaceInOrder = (to: string, places: readonly string[]) => {
    const placeInMenu = places.indexOf(to);
    return placeInMenu < 0 ? places.length : placeInMenu;
  };
  const placesInDefaultOrder = orderedMenuEntries.map((entry) => findPlaceInOrder(entry, menuPaths));
  const isMenuReordered =
    parentByEntry.size > 0 ||
    placesInDefaultOrder.some((place, at) => at > 0 && place < Number(placesInDefaultOrder[at - 1]));
  const sortLinksByMenu = <T extends SiteLink>(links: T[]) =>
    links.sort(
      (one, other) =>
        findPlaceInOrder(one.to, orderedMenuEntries) - findPlaceInOrder(other.to, orderedMenuEntries),
    );
  const ownPageLinks = sortLinksByMenu(
    [...labelByEntry].filter(([to]) => !isBuiltInEntry(to)).map(([to, label]) => ({ to, label })),
  );
  // The alumni are only in the drawer, unless the office has put them below another page
  const builtInPaths = [
    ...paths,
    ...menuPaths.filter((path) => parentByEntry.has(path) && !paths.includes(path)),
  ];
  const menuLinks = [
    ...builtInPaths.map((to) => ({ to, label: labelByEntry.get(to) ?? menuLabels[to] })),
    ...ownPageLinks,
  ];
  return nestMenuLinks(
    (isMenuReordered ? sortLinksByMenu(menuLinks) : menuLinks).filter(({ to }) => isPageShown(site, to)),
    parentByEntry,
  );
}

function findMenuParents(menu: readonly MenuEntry[]): Map<string, string> {
  const parentByMenuEntry = new Map<string, string>();
  let topEntry: string | undefined;
  for (const { entry, below } of menu) {
    if (below && topEntry !== undefined) parentByMenuEntry.set(entry, topEntry);
    else topEntry = entry;
  }
  return parentByMenuEntry;
}

/** Nests the links. Entries below one that is not shown move to the first level, so that visitors still find them. */
function nestMenuLinks(links: readonly SiteLink[], parents: ReadonlyMap<string, string>): MenuLink[] {
  const shownPaths = new Set(links.map(({ to }) => to));
  const findShownParent = ({ to }: SiteLink) => {
    const parentPath = parents.get(to);
    return parentPath !== undefined && shownPaths.has(parentPath) ? parentPath : undefined;
  };
  return links
    .filter((link) => findShownParent(link) === undefined)
    .map((link) => {
      const linksBelow = links.filter((other) => findShownParent(other) === link.to);
      return linksBelow.length > 0 ? { ...link, below: linksBelow } : link;
    });
}

/** Widths in pixels, without a scroll bar. `edges` is the width of both edges of an entry. */
interface ScreenWidth {
  room: number;
  edges: number;
  /** Width of the product's mark, 0 where it is hidden. A logo of the institute is always shown. */
  mark: number;
}
const screenWidths: Record<'lg' | 'xl', ScreenWidth> = {
  lg: { room: 960, edges: 12, mark: 0 },
  xl: { room: 1180, edges: 16, mark: 48 },
};

const ENTRY_FONT_SIZE = 14;
const NAME_FONT_SIZE = 16;
const ENTRY_GAP = 16;
/** Width of the button "Admin" with its margin. */
const ADMIN_BUTTON_WIDTH = 106;
/** Width of the arrow on entries that open. */
const ARROW_WIDTH = 14;
/** Width of the mark next to "Home". */
const HOME_MARK_WIDTH = 24;
const LOGO_SIZES = { size: 38, widest: 152, gap: 10 };
/** Largest width of a logo that contains the name, beside which no name is shown. */
const MAX_LOGO_WIDTH = 228;

function countLinksThatFit(
  links: readonly MenuLink[],
  institute: InstituteLogo['institute'],
  { room, edges, mark }: ScreenWidth,
): number {
  const freeWidth = room - measureLogoWithName(institute, mark) - ADMIN_BUTTON_WIDTH - 2 * ENTRY_GAP;
  const linkWidths = links.map(
    ({ to, label, below }) =>
      measureTextWidth(label, ENTRY_FONT_SIZE) +
      edges +
      (below ? ARROW_WIDTH : 0) +
      (to === '/' && !institute.logo ? HOME_MARK_WIDTH : 0),
  );
  const sumFirstLinkWidths = (count: number) =>
    linkWidths.slice(0, count).reduce((sum, width) => sum + width, 0);
  if (sumFirstLinkWidths(links.length) <= freeWidth) return links.length;
  const widthBesideMoreEntry = freeWidth - measureTextWidth('More', ENTRY_FONT_SIZE) - edges - ARROW_WIDTH;
  let linkCount = links.length - 1;
  while (linkCount > 0 && sumFirstLinkWidths(linkCount) > widthBesideMoreEntry) linkCount -= 1;
  return linkCount;
}

/** Measures the logo together with the name on two lines. */
function measureLogoWithName({ name, logo, logoHasName }: InstituteLogo['institute'], mark: number): number {
  if (logo && logoHasName) return measureLogo(logo, MAX_LOGO_WIDTH);
  const wordWidths = name.split(/\s+/).map((word) => measureTextWidth(word, NAME_FONT_SIZE));
  const longestWordWidth = Math.max(...wordWidths);
  // The second line begins with a whole word, so it may be half a word longer
  const narrowestWidth =
    measureTextWidth(name, NAME_FONT_SIZE) / 2 + (wordWidths.length > 1 ? longestWordWidth / 2 : 0);
  return (
    (logo ? measureLogo(logo, LOGO_SIZES.widest) + LOGO_SIZES.gap : mark) +
    Math.max(longestWordWidth, narrowestWidth)
  );
}

/** Measures a logo. The address of a stored picture contains its size. Others are taken to be twice as wide as high. */
function measureLogo(logo: string, widest: number): number {
  const [, width = 2, height = 1] = /-(\d+)x(\d+)-[\da-f]{6}\//.exec(logo)?.map(Number) ?? [];
  return Math.min(widest, Math.max(LOGO_SIZES.size, (LOGO_SIZES.size * width) / height));
}

/**
 * Widths of letters in the site's fonts, as parts of the font size. They are estimates, because only a browser can
 * measure.
 */
const letterWidths: [RegExp, number][] = [
  [/[ijlI.,:;'’|!]/, 0.29],
  [/[frt()[\] -]/, 0.4],
  [/[mwMW@%]/, 0.9],
  [/[A-Z&]/, 0.7],
  [/[ -~À-ɏ]/, 0.58],
];
const OTHER_LETTER_WIDTH = 0.95;

const measureTextWidth = (text: string, size: number): number =>
  [...text].reduce(
    (width, letter) =>
      width + (letterWidths.find(([letters]) => letters.test(letter))?.[1] ?? OTHER_LETTER_WIDTH) * size,
    0,
  );
