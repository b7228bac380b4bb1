import type { Call } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

export const statsQueries = (call: Call) => ({
  get: () => queryOptions({ ...publicQuery, queryKey: ['stats'], queryFn: () => ok(call('GET /stats')) }),
});
