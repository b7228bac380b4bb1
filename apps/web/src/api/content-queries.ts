import type { AnswerOf, Call, Endpoint, InputOf } from '@institute/client/call';
import { type DataOf, ok, okPage } from '@institute/client/failure';
import type { ContentKey, ContentType } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import { makePublicOptions, type PageAnswer, toPageOffset } from './load.ts';

declare global {
  const CONTENT_TYPES: Record<ContentKey, ContentType>;
}

const MAX_SIMILAR_ITEMS = 3;

const chooseNewestFirstSort = (key: ContentKey) => (key === 'posts' ? '-publishedAt' : '-createdAt');

type SummariesEndpoint<K extends ContentKey> = `GET /${K}/summaries` & Endpoint;
type ContentSummary<K extends ContentKey> =
  DataOf<AnswerOf<SummariesEndpoint<K>>> extends (infer T)[] ? T : never;
type SummariesQuery<K extends ContentKey> =
  InputOf<SummariesEndpoint<K>> extends { query?: infer Q } ? Q : never;
type SummariesFilter<K extends ContentKey> = Omit<SummariesQuery<K>, 'limit' | 'offset' | 'exclude'>;
type ContentItem<K extends ContentKey> = DataOf<AnswerOf<`GET /${K}/:id` & Endpoint>>;

function makeQueriesOfContentKey<K extends ContentKey>(call: Call, key: K) {
  // The call is typed as that of posts, because the compiler cannot resolve a call by a type parameter
  const readSummaries = (query: object) =>
    okPage(call(`GET /${key}/summaries` as 'GET /posts/summaries', { query })) as Promise<unknown> as Promise<
      PageAnswer<ContentSummary<K>>
    >;
  const readItem = (id: string) =>
    ok(call(`GET /${key}/:id` as 'GET /posts/:id', { params: { id } })) as Promise<ContentItem<K>>;
  const readSummaryList = async (query: object) => (await readSummaries(query)).data;

  return {
    list: (filter: SummariesFilter<K> = {} as SummariesFilter<K>, page = 1) =>
      makePublicOptions([key, 'list', filter, page], () =>
        readSummaries({ ...filter, ...toPageOffset(page) }),
      ),
    all: (filter: SummariesFilter<K> = {} as SummariesFilter<K>) =>
      makePublicOptions([key, 'all', filter], () => readSummaryList({ ...filter, limit: listLimits.page })),
    similar: ({ id, category }: { id: number; category: string }) =>
      makePublicOptions([key, 'similar', id, category], () =>
        readSummaryList({
          category,
          exclude: id,
          sort: chooseNewestFirstSort(key),
          limit: MAX_SIMILAR_ITEMS,
        }),
      ),
    newest: () =>
      makePublicOptions([key, 'newest'], () =>
        readSummaryList({ sort: chooseNewestFirstSort(key), limit: MAX_SIMILAR_ITEMS }),
      ),
    count: () =>
      makePublicOptions([key, 'count'], async () => (await readSummaries({ limit: 1 })).meta.total),
    detail: (id: string) => makePublicOptions([key, 'detail', id], () => readItem(id)),
  };
}

type ContentQueries = { [K in ContentKey]: ReturnType<typeof makeQueriesOfContentKey<K>> };

export const makeContentQueries = (call: Call): ContentQueries =>
  Object.fromEntries(
    Object.keys(CONTENT_TYPES).map((key) => [key, makeQueriesOfContentKey(call, key as ContentKey)]),
  ) as ContentQueries;
