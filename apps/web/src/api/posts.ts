import type { Call } from '@institute/client/call';
import { ok } from '@institute/client/failure';
import type { PostCategory } from '@institute/contract/posts.constants';
import { queryOptions } from '@tanstack/react-query';
import { publicQuery } from './query-client.ts';

type Filter = { category?: PostCategory | undefined; q?: string | undefined };

export const postQueries = (call: Call) => ({
  list: ({ category, q }: Filter = {}) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['posts', 'list', { category, q }],
      queryFn: () => ok(call('GET /posts', { query: { category, q } })),
    }),
  detail: (id: string) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['posts', 'detail', id],
      queryFn: () => ok(call('GET /posts/:id', { params: { id } })),
    }),
});
