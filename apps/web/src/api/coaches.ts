import type { Call } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

export const coachQueries = (call: Call) => ({
  list: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['coaches', 'list'],
      queryFn: () => ok(call('GET /coaches')),
    }),
});
