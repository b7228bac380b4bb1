import type { Call } from '@institute/client/call';
import { okPage } from '@institute/client/failure';
import type { AlumniCategory } from '@institute/contract/alumni.constants';
import { queryOptions } from '@tanstack/react-query';
import { offsetOf, pageOptions } from './pages.ts';
import { publicQuery } from './query-client.ts';

type Filter = { category?: AlumniCategory | undefined; q?: string | undefined };

export const alumniQueries = (call: Call) => ({
  list: (filter: Filter = {}, page = 1) =>
    pageOptions(['alumni', 'list', filter, page], () =>
      okPage(call('GET /alumni/summaries', { query: { ...filter, ...offsetOf(page) } })),
    ),
  count: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['alumni', 'count'],
      queryFn: async () => (await okPage(call('GET /alumni/summaries', { query: { limit: 1 } }))).meta.total,
    }),
});
