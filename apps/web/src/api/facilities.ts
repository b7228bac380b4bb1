import type { Call } from '@institute/client/call';
import { ok, okPage } from '@institute/client/failure';
import { limits } from '@institute/contract/common.constants';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

export const facilityQueries = (call: Call) => ({
  list: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['facilities', 'list'],
      queryFn: () => ok(call('GET /facilities/summaries', { query: { limit: limits.page } })),
    }),
  count: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['facilities', 'count'],
      queryFn: async () =>
        (await okPage(call('GET /facilities/summaries', { query: { limit: 1 } }))).meta.total,
    }),
  detail: (id: string) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['facilities', 'detail', id],
      queryFn: () => ok(call('GET /facilities/:id', { params: { id } })),
    }),
});
