import type { ShownSite } from '@institute/contract';
import type { Posted } from '@institute/contract/page-bundle';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMatches, useRouter } from '@tanstack/react-router';
import type { Api } from './api.ts';
import { hasParts, readSiteData, refuseUnnamedParts, type SitePart, type SiteWith } from './site-data.ts';

export const useApi = (): Api => useRouter().options.context;

/** The root route has loaded the texts. The server needs no observers, because texts cannot change there. */
const useLoadedSite: () => ShownSite = import.meta.env.SSR
  ? () => readSiteData(useRouter().options.context) ?? failWithoutTexts()
  : () => useSuspenseQuery(useApi().queries.site.get()).data;

/** Texts of every page, and those that are named. `site` of the route has to name them too. */
export function useSite<Part extends SitePart = never>(...named: Part[]): SiteWith<Part> {
  const site = useLoadedSite();
  if (import.meta.env.SSR) refuseUnnamedParts(site, named);
  return site as SiteWith<Part>;
}

/** False in the browser while the next page waits for its texts. */
export const useHasTexts: () => boolean = import.meta.env.SSR
  ? () => true
  : () => {
      const site = useLoadedSite();
      return useMatches({ select: (matches) => hasParts(site, matches) });
    };

function failWithoutTexts(): never {
  throw new Error('The texts of the site are not loaded.');
}

export function usePosted(path: string): Posted | undefined {
  const { posted } = useRouter().options.context;
  return posted?.path === path ? posted : undefined;
}

export const mapFaultsByField = (faults: Posted['faults'] = []): Partial<Record<string, string>> =>
  Object.fromEntries([...faults].reverse().map(({ path, message }) => [path, message]));
