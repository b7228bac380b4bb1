import type { Site } from '@institute/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMatches, useRouter } from '@tanstack/react-router';
import type { Api } from './api.ts';
import { hasParts, siteData } from './site-data.ts';

/** The queries and calls of the public pages. */
export const useApi = (): Api => useRouter().options.context;

/**
 * Texts and settings of the public site. The root route has loaded them. On the server nothing can change them, and some
 * thirty parts of a page ask, so nobody observes them there.
 */
export const useSite: () => Site = import.meta.env.SSR
  ? () => siteData(useRouter().options.context) ?? missing()
  : () => useSuspenseQuery(useApi().queries.site.get()).data;

/**
 * True when the texts of this page are there. The first page in the browser has no others, and the next one is shown
 * before they come.
 */
export const useHasTexts: () => boolean = import.meta.env.SSR
  ? () => true
  : () => {
      const site = useSite();
      return useMatches({ select: (matches) => hasParts(site, matches) });
    };

function missing(): never {
  throw new Error('The texts of the site are not loaded.');
}
