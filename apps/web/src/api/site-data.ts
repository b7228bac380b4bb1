import type { Site } from '@institute/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';
import { load } from './load.ts';

type Loaded = Pick<Api, 'queries'> & { queryClient: QueryClient };

/** `faq`, or a part of it: `pages.faq`. */
type SitePart = { [K in keyof Site]: K | `${K}.${keyof Site[K] & string}` }[keyof Site];

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The site's texts that the page shows, besides those of every page. Its HTML has no others. */
    site?: readonly SitePart[] | 'all';
  }
}

/** Header and footer show them. */
const shared: readonly SitePart[] = ['institute', 'socials'];

/** The site's texts, if already loaded. For page heads. */
export const siteData = ({ queryClient, queries }: Loaded): Site | undefined =>
  queryClient.getQueryData(queries.site.get().queryKey);

/** Loads the texts of these routes. In the browser, the first route that needs others loads all. */
export async function loadSite(
  loaded: Loaded,
  routes: { staticData: { site?: readonly SitePart[] | 'all' } }[],
) {
  const { queryClient, queries } = loaded;
  const wanted = routes.map(({ staticData }) => staticData.site ?? []);
  const parts = [...shared, ...wanted.flatMap((each) => (each === 'all' ? [] : each))];
  if (import.meta.env.SSR) {
    const site = await load(queryClient, queries.site.get());
    if (!wanted.includes('all')) queryClient.setQueryData(queries.site.get().queryKey, pick(site, parts));
    return;
  }
  const known = siteData(loaded);
  if (known && parts.every((part) => partOf(known, part) !== undefined)) return;
  await queryClient.fetchQuery({ ...queries.site.get(), staleTime: 0 }).catch((error) => {
    // The page shows the error, in the layout that is already there.
    if (!known) throw error;
  });
}

type Parts = Record<string, Record<string, unknown> | undefined>;

function partOf(site: Site, part: SitePart): unknown {
  const [name = '', inner] = part.split('.');
  const whole = (site as unknown as Parts)[name];
  return inner ? whole?.[inner] : whole;
}

function pick(site: Site, parts: readonly SitePart[]): Site {
  const picked: Parts = {};
  for (const part of parts) {
    const [name = '', inner] = part.split('.');
    const value = partOf(site, part);
    picked[name] = (inner ? { ...picked[name], [inner]: value } : value) as Parts[string];
  }
  return picked as unknown as Site;
}

/** Title and description of a page, from the site's settings. */
export function pageWords(loaded: Loaded, page: keyof Site['pages']) {
  const site = siteData(loaded);
  const words = site?.pages?.[page];
  if (!words) return { title: '', description: '' };
  const { title, intro } = words;
  return {
    title,
    description: import.meta.env.SSR ? `${intro} ${site.institute.name}, ${site.institute.address}.` : '',
  };
}
