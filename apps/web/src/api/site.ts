import type { Call } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useApi } from './context.tsx';
import { publicQuery } from './query-client.ts';

export const siteQueries = (call: Call) => ({
  get: () => queryOptions({ ...publicQuery, queryKey: ['site'], queryFn: () => ok(call('GET /site')) }),
});

/** The texts and settings of the public site; the root route has loaded them. */
export const useSite = () => useSuspenseQuery(useApi().queries.site.get()).data;
