import type { Call } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

export const siteQueries = (call: Call) => ({
  get: () => queryOptions({ ...publicQuery, queryKey: ['site'], queryFn: () => ok(call('GET /site')) }),
  legal: () =>
    queryOptions({ ...publicQuery, queryKey: ['legal'], queryFn: () => ok(call('GET /site/legal')) }),
});
