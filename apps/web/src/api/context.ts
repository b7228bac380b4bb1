import type { Site } from '@institute/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from './api.ts';
import { siteData } from './site-data.ts';

/** The queries and calls of the public pages. */
export const useApi = (): Api => useRouter().options.context;

/**
 * Texts and settings of the public site. The root route has loaded them. On the server nothing can change them, and some
 * thirty parts of a page ask, so nobody observes them there.
 */
export const useSite: () => Site = import.meta.env.SSR
  ? () => siteData(useRouter().options.context) ?? missing()
  : () => useSuspenseQuery(useApi().queries.site.get()).data;

function missing(): never {
  throw new Error('The texts of the site are not loaded.');
}
