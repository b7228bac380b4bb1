import type { Call } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

export const facilityQueries = (call: Call) => ({
  list: () =>
    queryOptions({
      ...publicQuery,
      queryKey: ['facilities', 'list'],
      queryFn: () => ok(call('GET /facilities')),
    }),
  detail: (id: string) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['facilities', 'detail', id],
      queryFn: () => ok(call('GET /facilities/:id', { params: { id } })),
    }),
});
