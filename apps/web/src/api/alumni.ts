import type { Call } from '@institute/client/call';
import { ok, okPage } from '@institute/client/failure';
import type { AlumniCategory } from '@institute/contract/alumni.constants';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

type Filter = { category?: AlumniCategory | undefined; q?: string | undefined };

export const alumniQueries = (call: Call) => ({
  list: ({ category, q }: Filter = {}) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['alumni', 'list', { category, q }],
      queryFn: () => ok(call('GET /alumni', { query: { category, q } })),
    }),
  count: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['alumni', 'count'],
      queryFn: async () => (await okPage(call('GET /alumni', { query: { limit: 1 } }))).meta.total,
    }),
});
