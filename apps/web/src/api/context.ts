import type { ShownSite } from '@institute/contract';
import type { PostedValues } from '@institute/contract/page-bundle';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMatches, useRouter } from '@tanstack/react-router';
import type { Api } from './api.ts';
import { readSiteData, refuseUnnamedParts, type SitePart, type SiteWith, siteHasParts } from './site-data.ts';

export const useApi = (): Api => useRouter().options.context;

/** The root route has loaded the texts. The server needs no observers, because texts cannot change there. */
const useLoadedSite: () => ShownSite = import.meta.env.SSR
  ? () => readSiteData(useRouter().options.context) ?? failWithoutTexts()
  : () => useSuspenseQuery(useApi().queries.site.get()).data;

/** The texts of every page, and the parts in `named`. The route must name the same parts in `site`. */
export function useSite<Part extends SitePart = never>(...named: Part[]): SiteWith<Part> {
  const site = useLoadedSite();
  if (import.meta.env.SSR) refuseUnnamedParts(site, named);
  return site as SiteWith<Part>;
}

/**
 * True when the texts of the shown page are loaded. False only in the browser, while the next page waits for
 * its texts.
 */
export const useHasTexts: () => boolean = import.meta.env.SSR
  ? () => true
  : () => {
      const site = useLoadedSite();
      return useMatches({ select: (matches) => siteHasParts(site, matches) });
    };

function failWithoutTexts(): never {
  throw new Error('The texts of the site are not loaded.');
}

export function usePostedForm(path: string): PostedValues | undefined {
  const { posted } = useRouter().options.context;
  return posted?.path === path ? posted : undefined;
}

export const mapFaultsByField = (faults: PostedValues['faults'] = []): Partial<Record<string, string>> =>
  Object.fromEntries([...faults].reverse().map(({ path, message }) => [path, message]));
