import type { Call } from '@institute/client/call';
import { ok, okPage } from '@institute/client/failure';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

export const coachQueries = (call: Call) => ({
  list: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['coaches', 'list'],
      queryFn: () => ok(call('GET /coaches')),
    }),
  count: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['coaches', 'count'],
      queryFn: async () => (await okPage(call('GET /coaches', { query: { limit: 1 } }))).meta.total,
    }),
});
