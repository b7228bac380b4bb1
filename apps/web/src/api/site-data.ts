import type { ShownSite } from '@institute/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';
import { loadQuery } from './load.ts';

type LoaderData = Pick<Api, 'queries'> & { queryClient: QueryClient };
export type PageContext = LoaderData & { origin: string };

/** `faq`, or a part of it: `pages.faq`. */
export type SitePart = {
  [K in keyof ShownSite]-?: K | `${K}.${keyof NonNullable<ShownSite[K]> & string}`;
}[keyof ShownSite];

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Texts that the page shows in addition to the shared ones. Its HTML has no others. */
    site?: readonly SitePart[];
  }
}

const sharedParts = [
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

type InnerOf<Whole extends string, Part> = Part extends `${Whole}.${infer Inner}` ? Inner : never;
type PickedParts<Part> = Pick<ShownSite, Part & keyof ShownSite> & {
  [Whole in keyof ShownSite as InnerOf<Whole, Part> extends never ? never : Whole]: Pick<
    NonNullable<ShownSite[Whole]>,
    InnerOf<Whole, Part> & keyof NonNullable<ShownSite[Whole]>
  >;
};
type Titles = { pages: { [Page in keyof ShownSite['pages']]: Pick<ShownSite['pages'][Page], 'title'> } };

/** The texts of every page, and those that are named. */
export type SiteWith<Part extends SitePart> = PickedParts<(typeof sharedParts)[number] | Part> & Titles;

/** Another key than that of the first page's texts, which stay when the whole texts cannot be loaded. */
const wholeKey = ['whole site'];

export const readSiteData = ({ queryClient, queries }: LoaderData): ShownSite | undefined =>
  queryClient.getQueryData(queries.site.get().queryKey);

type Routes = readonly { staticData: { site?: readonly SitePart[] } }[];

const listParts = (routes: Routes): readonly SitePart[] => [
  ...sharedParts,
  ...routes.flatMap(({ staticData: { site = [] } }) => site),
];

/** Headings and introductions. A page can be shown with its title alone. */
const isPageText = (part: SitePart) => part.startsWith('pages.');
/** Absent where the site sends no SMS. */
const isOptional = (part: SitePart) => part === 'smsCallingCodes';

export const hasParts = (site: ShownSite, routes: Routes) =>
  listParts(routes).every(
    (part) => isPageText(part) || isOptional(part) || readPart(site, part) !== undefined,
  );

/** Throws when the route does not name a part in `site`, because the page would lack these texts. */
export function refuseUnnamedParts(site: ShownSite, named: readonly SitePart[]): void {
  const missing = named.filter((part) => !isOptional(part) && readPart(site, part) === undefined);
  if (missing.length > 0) throw new Error(`Name in \`site\` of the route: ${missing.join(', ')}`);
}

const hasIntros = (site: ShownSite, routes: Routes) =>
  listParts(routes).every((part) => !isPageText(part) || 'intro' in (readPart(site, part) as object));

/**
 * Loads the texts of these routes. In the browser, the first route that lacks texts loads all, and its page
 * does not wait.
 */
export async function loadSite(loaded: LoaderData, routes: Routes): Promise<void> {
  const { queryClient, queries } = loaded;
  const site = readSiteData(loaded) ?? (await loadQuery(queryClient, queries.site.get()));
  const cacheTexts = (texts: ShownSite) => queryClient.setQueryData(queries.site.get().queryKey, texts);
  if (import.meta.env.SSR) {
    cacheTexts(pickParts(site, listParts(routes)));
    return;
  }
  if (hasParts(site, routes) && hasIntros(site, routes)) return;
  // After a failure the layout shows the error while the page lacks texts
  queryClient
    .fetchQuery({ ...queries.site.get(), queryKey: wholeKey, staleTime: 0, gcTime: Number.POSITIVE_INFINITY })
    .then(cacheTexts, () => undefined);
}

export const readSiteFailure = (queryClient: QueryClient): Error | null =>
  queryClient.getQueryState(wholeKey)?.error ?? null;

type Fields = Record<string, unknown>;

function readPart(site: Fields, part: SitePart): unknown {
  const [name = '', inner] = part.split('.');
  const whole = site[name];
  return inner ? (whole as Fields | undefined)?.[inner] : whole;
}

function pickParts(site: ShownSite, parts: readonly SitePart[]): ShownSite {
  const titles = Object.entries(site.pages).map(([page, { title }]) => [page, { title }]);
  const picked: Fields = { pages: Object.fromEntries(titles) };
  for (const part of parts) {
    const [name = '', inner] = part.split('.');
    const value = readPart(site, part);
    picked[name] = inner ? { ...(picked[name] as Fields), [inner]: value } : value;
  }
  return picked as ShownSite;
}

export function readPageWords(loaded: LoaderData, page: keyof ShownSite['pages']) {
  const site = readSiteData(loaded);
  const path = `/${page}`;
  const words = site?.pages[page];
  if (!words || !import.meta.env.SSR) return { path, title: words?.title ?? '' };
  const { name, address } = site.institute;
  const place = [name, address].filter(Boolean).join(', ');
  const description = [words.intro, place && `${place}.`].filter(Boolean).join(' ');
  return { path, title: words.title, description };
}
