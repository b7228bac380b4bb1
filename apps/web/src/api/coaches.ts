import type { Call } from '@institute/client/call';
import { ok, okPage } from '@institute/client/failure';
import type { CoachGroup } from '@institute/contract/coaches.constants';
import { limits } from '@institute/contract/common.constants';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

export const coachQueries = (call: Call) => ({
  list: (filter: { group?: CoachGroup } = {}) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['coaches', 'list', filter],
      queryFn: () => ok(call('GET /coaches/summaries', { query: { ...filter, limit: limits.page } })),
    }),
  count: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['coaches', 'count'],
      queryFn: async () => (await okPage(call('GET /coaches/summaries', { query: { limit: 1 } }))).meta.total,
    }),
});
