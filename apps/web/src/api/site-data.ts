import type { ShownSite } from '@institute/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';
import { loadQuery } from './load.ts';

type SiteLoaderContext = Pick<Api, 'queries'> & { queryClient: QueryClient };
export type PageContext = SiteLoaderContext & { origin: string };

/** A part of the site's texts, such as `faq`, or a part of that, such as `pages.faq`. */
export type SitePart = {
  [K in keyof ShownSite]-?: K | `${K}.${keyof NonNullable<ShownSite[K]> & string}`;
}[keyof ShownSite];

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Texts that the page shows in addition to the shared ones. The page's HTML contains no other texts. */
    site?: readonly SitePart[];
  }
}

const sharedSiteParts = [
  'institute.name',
  'institute.logo',
  'institute.logoHasName',
  'institute.colors',
  'institute.pattern',
  'institute.blurb',
  'institute.address',
  'institute.phones',
  'institute.emails',
  'institute.chatPhone',
  'institute.chatGreeting',
  'socialLinks',
  'newsletter',
  'smsCallingCodes',
  'navigation',
  'emptyPages',
] as const satisfies readonly SitePart[];

type InnerPartName<Whole extends string, Part> = Part extends `${Whole}.${infer Inner}` ? Inner : never;
type PickedParts<Part> = Pick<ShownSite, Part & keyof ShownSite> & {
  [Whole in keyof ShownSite as InnerPartName<Whole, Part> extends never ? never : Whole]: Pick<
    NonNullable<ShownSite[Whole]>,
    InnerPartName<Whole, Part> & keyof NonNullable<ShownSite[Whole]>
  >;
};
type PageTitles = { pages: { [Page in keyof ShownSite['pages']]: Pick<ShownSite['pages'][Page], 'title'> } };

/** The site with the texts of every page and the named parts. */
export type SiteWith<Part extends SitePart> = PickedParts<(typeof sharedSiteParts)[number] | Part> &
  PageTitles;

/**
 * Another key than that of the first page's texts. Those texts stay when the whole texts cannot be loaded.
 */
const wholeSiteKey = ['whole site'];

export const readSiteData = ({ queryClient, queries }: SiteLoaderContext): ShownSite | undefined =>
  queryClient.getQueryData(queries.site.get().queryKey);

type RoutesWithParts = readonly { staticData: { site?: readonly SitePart[] } }[];

const listSiteParts = (routes: RoutesWithParts): readonly SitePart[] => [
  ...sharedSiteParts,
  ...routes.flatMap(({ staticData: { site = [] } }) => site),
];

/** True for a page's heading and introduction. A page can be shown without its introduction. */
const isPagePart = (part: SitePart) => part.startsWith('pages.');
/** True for texts that are absent where the site sends no SMS. */
const isOptionalPart = (part: SitePart) => part === 'smsCallingCodes';

export const siteHasParts = (site: ShownSite, routes: RoutesWithParts) =>
  listSiteParts(routes).every(
    (part) => isPagePart(part) || isOptionalPart(part) || readSitePart(site, part) !== undefined,
  );

/** Throws when the route does not name a part in `site`, because the page would lack these texts. */
export function refuseUnnamedParts(site: ShownSite, named: readonly SitePart[]): void {
  const missingParts = named.filter(
    (part) => !isOptionalPart(part) && readSitePart(site, part) === undefined,
  );
  if (missingParts.length > 0) throw new Error(`Name in \`site\` of the route: ${missingParts.join(', ')}`);
}

const siteHasIntros = (site: ShownSite, routes: RoutesWithParts) =>
  listSiteParts(routes).every((part) => !isPagePart(part) || 'intro' in (readSitePart(site, part) as object));

/**
 * Loads the texts of these routes. The first route in the browser that lacks texts loads all of them, and its
 * page does not wait for that.
 */
export async function loadSite(loaded: SiteLoaderContext, routes: RoutesWithParts): Promise<void> {
  const { queryClient, queries } = loaded;
  const site = readSiteData(loaded) ?? (await loadQuery(queryClient, queries.site.get()));
  const cacheTexts = (texts: ShownSite) => queryClient.setQueryData(queries.site.get().queryKey, texts);
  if (import.meta.env.SSR) {
    cacheTexts(pickSiteParts(site, listSiteParts(routes)));
    return;
  }
  if (siteHasParts(site, routes) && siteHasIntros(site, routes)) return;
  // A failure is ignored here: the layout shows the error while the page lacks texts
  queryClient
    .fetchQuery({
      ...queries.site.get(),
      queryKey: wholeSiteKey,
      staleTime: 0,
      gcTime: Number.POSITIVE_INFINITY,
    })
    .then(cacheTexts, () => undefined);
}

export const readSiteFailure = (queryClient: QueryClient): Error | null =>
  queryClient.getQueryState(wholeSiteKey)?.error ?? null;

type FieldsByName = Record<string, unknown>;

function readSitePart(site: FieldsByName, part: SitePart): unknown {
  const [name = '', inner] = part.split('.');
  const wholeSiteFieldValue = site[name];
  return inner ? (wholeSiteFieldValue as FieldsByName | undefined)?.[inner] : wholeSiteFieldValue;
}

function pickSiteParts(site: ShownSite, parts: readonly SitePart[]): ShownSite {
  const pageTitleEntries = Object.entries(site.pages).map(([page, { title }]) => [page, { title }]);
  const pickedParts: FieldsByName = { pages: Object.fromEntries(pageTitleEntries) };
  for (const sitePart of parts) {
    const [name = '', inner] = sitePart.split('.');
    const partValue = readSitePart(site, sitePart);
    pickedParts[name] = inner ? { ...(pickedParts[name] as FieldsByName), [inner]: partValue } : partValue;
  }
  return pickedParts as ShownSite;
}

export function readPageWords(loaded: SiteLoaderContext, page: keyof ShownSite['pages']) {
  const site = readSiteData(loaded);
  const path = `/${page}`;
  const pageWords = site?.pages[page];
  if (!pageWords || !import.meta.env.SSR) return { path, title: pageWords?.title ?? '' };
  const { name, address } = site.institute;
  const institutePlace = [name, address].filter(Boolean).join(', ');
  const description = [pageWords.intro, institutePlace && `${institutePlace}.`].filter(Boolean).join(' ');
  return { path, title: pageWords.title, description };
}
