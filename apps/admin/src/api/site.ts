import { createCall, sendOverHttp } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import { apiPrefix } from '@institute/contract/api.constants';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';

declare global {
  interface Window {
    /** The answer to the request that an inline script of the page sent. Undefined when that request failed. */
    firstSite?: Promise<Response | undefined> | undefined;
  }
}

async function fetchSite(url: string, init?: RequestInit): Promise<Response> {
  const { firstSite } = window;
  window.firstSite = undefined;
  // An earlier answer in the browser's cache may be outdated, so the cache is not used
  return (await firstSite) ?? fetch(url, { ...init, cache: 'no-cache' });
}

const callPublicSite = createCall(sendOverHttp(apiPrefix, fetchSite));

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: () => ok(callPublicSite('GET /site')),
  staleTime: 5 * 60_000,
});

/**
 * Returns the site's settings. The root route's loader has fetched them before a screen opens, and saving settings
 * fetches them again.
 */
export const useSite = () => useSuspenseQuery(siteQuery).data;
