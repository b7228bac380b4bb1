import type { Call } from '@institute/client/call';
import { ok, okPage } from '@institute/client/failure';
import type { ContentKey, ContentType, Contract } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import { queryOptions } from '@tanstack/react-query';
import { offsetOf, type Page, pageOptions } from './load.ts';
import { publicQuery } from './query-client.ts';

declare global {
  const CONTENT_TYPES: Record<ContentKey, ContentType>;
}

const SIMILAR = 3;

const newestFirst = (key: ContentKey) => (key === 'posts' ? '-publishedAt' : '-createdAt');

// inferred, because the compiler cannot index the contract by a type parameter
type Output<Schema> = Schema extends { _zod: { output: infer T } } ? T : never;
type Summary<K extends ContentKey> = Contract[K] extends { summaries: { responses: { 200: infer R } } }
  ? Output<R> extends { data: (infer T)[] }
    ? T
    : never
  : never;
type Item<K extends ContentKey> = Contract[K] extends { get: { responses: { 200: infer R } } }
  ? Output<R> extends { data: infer T }
    ? T
    : never
  : never;
type SummaryQuery<K extends ContentKey> = Contract[K] extends { summaries: { query: infer Q } }
  ? Q extends { _zod: { input: infer T } }
    ? T
    : never
  : never;

type Filter<K extends ContentKey> = Omit<SummaryQuery<K>, 'limit' | 'offset' | 'sort' | 'exclude'>;

type Answer<Body> = { status: 200; body: Body };

function queriesOf<K extends ContentKey>(call: Call, key: K) {
  // the compiler cannot resolve a call by a type parameter, so it has the type of posts
  const summaries = (query: object) =>
    call(`GET /${key}/summaries` as 'GET /posts/summaries', { query }) as Promise<unknown> as Promise<
      Answer<Page<Summary<K>>>
    >;
  const item = (id: string) =>
    call(`GET /${key}/:id` as 'GET /posts/:id', { params: { id } }) as Promise<unknown> as Promise<
      Answer<{ data: Item<K> }>
    >;

  return {
    list: (filter: Filter<K> = {} as Filter<K>, page = 1) =>
      pageOptions([key, 'list', filter, page], () => okPage(summaries({ ...filter, ...offsetOf(page) }))),
    all: (filter: Filter<K> = {} as Filter<K>) =>
      queryOptions({
        ...publicQuery,
        queryKey: [key, 'all', filter],
        queryFn: () => ok(summaries({ ...filter, limit: listLimits.page })),
      }),
    similar: ({ id, category }: { id: number; category: string }) =>
      queryOptions({
        ...publicQuery,
        queryKey: [key, 'similar', id, category],
        queryFn: () => ok(summaries({ category, exclude: id, sort: newestFirst(key), limit: SIMILAR })),
      }),
    count: () =>
      queryOptions({
        ...publicQuery,
        queryKey: [key, 'count'],
        queryFn: async () => (await okPage(summaries({ limit: 1 }))).meta.total,
      }),
    detail: (id: string) =>
      queryOptions({ ...publicQuery, queryKey: [key, 'detail', id], queryFn: () => ok(item(id)) }),
  };
}

type ContentQueries = { [K in ContentKey]: ReturnType<typeof queriesOf<K>> };

export const contentQueries = (call: Call): ContentQueries =>
  Object.fromEntries(
    Object.keys(CONTENT_TYPES).map((key) => [key, queriesOf(call, key as ContentKey)]),
  ) as ContentQueries;
