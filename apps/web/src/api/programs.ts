import type { Call } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import type { ProgramCategory } from '@institute/contract/programs.constants';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

type Filter = { category?: ProgramCategory | undefined; q?: string | undefined };

export const programQueries = (call: Call) => ({
  list: ({ category, q }: Filter = {}) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['programs', 'list', { category, q }],
      queryFn: () => ok(call('GET /programs', { query: { category, q } })),
    }),
  detail: (id: string) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['programs', 'detail', id],
      queryFn: () => ok(call('GET /programs/:id', { params: { id } })),
    }),
});
