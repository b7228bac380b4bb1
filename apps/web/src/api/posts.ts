import type { Call } from '@institute/client/call';
import { ok, okPage } from '@institute/client/failure';
import type { Post } from '@institute/contract';
import type { PostCategory } from '@institute/contract/posts.constants';
import { queryOptions } from '@tanstack/react-query';
import { offsetOf, pageOptions } from './pages.ts';
import { publicQuery } from './query-client.ts';

type Filter = { category?: PostCategory | undefined; q?: string | undefined };

const RELATED = 3;

export const postQueries = (call: Call) => ({
  list: (filter: Filter = {}, page = 1) =>
    pageOptions(['posts', 'list', filter, page], () =>
      okPage(call('GET /posts/summaries', { query: { ...filter, ...offsetOf(page) } })),
    ),
  /** Others of the same category, the newest first. */
  related: ({ id, category }: Pick<Post, 'id' | 'category'>) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['posts', 'related', id, category],
      queryFn: () =>
        ok(
          call('GET /posts/summaries', {
            query: { category, exclude: id, sort: '-createdAt', limit: RELATED },
          }),
        ),
    }),
  detail: (id: string) =>
    queryOptions({
      ...publicQuery,
      queryKey: ['posts', 'detail', id],
      queryFn: () => ok(call('GET /posts/:id', { params: { id } })),
    }),
});
