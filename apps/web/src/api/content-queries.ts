import type { AnswerOf, Call, Endpoint, InputOf } from '@institute/client/call';
import { type DataOf, ok, okPage } from '@institute/client/failure';
import type { ContentKey, ContentType } from '@institute/contract';
import { listLimits } from '@institute/contract/api.constants';
import { makePublicOptions, type PageAnswer, toPageOffset } from './load.ts';

declare global {
  const CONTENT_TYPES: Record<ContentKey, ContentType>;
}

const MAX_SIMILAR = 3;

const chooseNewestFirst = (key: ContentKey) => (key === 'posts' ? '-publishedAt' : '-createdAt');

type SummariesOf<K extends ContentKey> = `GET /${K}/summaries` & Endpoint;
type Summary<K extends ContentKey> = DataOf<AnswerOf<SummariesOf<K>>> extends (infer T)[] ? T : never;
type Query<K extends ContentKey> = InputOf<SummariesOf<K>> extends { query?: infer Q } ? Q : never;
type Filter<K extends ContentKey> = Omit<Query<K>, 'limit' | 'offset' | 'exclude'>;
type Item<K extends ContentKey> = DataOf<AnswerOf<`GET /${K}/:id` & Endpoint>>;

function makeKeyQueries<K extends ContentKey>(call: Call, key: K) {
  // The compiler cannot resolve a call by a type parameter, so it has the type of posts
  const readSummaries = (query: object) =>
    okPage(call(`GET /${key}/summaries` as 'GET /posts/summaries', { query })) as Promise<unknown> as Promise<
      PageAnswer<Summary<K>>
    >;
  const readItem = (id: string) =>
    ok(call(`GET /${key}/:id` as 'GET /posts/:id', { params: { id } })) as Promise<Item<K>>;
  const readItems = async (query: object) => (await readSummaries(query)).data;

  return {
    list: (filter: Filter<K> = {} as Filter<K>, page = 1) =>
      makePublicOptions([key, 'list', filter, page], () =>
        readSummaries({ ...filter, ...toPageOffset(page) }),
      ),
    all: (filter: Filter<K> = {} as Filter<K>) =>
      makePublicOptions([key, 'all', filter], () => readItems({ ...filter, limit: listLimits.page })),
    similar: ({ id, category }: { id: number; category: string }) =>
      makePublicOptions([key, 'similar', id, category], () =>
        readItems({ category, exclude: id, sort: chooseNewestFirst(key), limit: MAX_SIMILAR }),
      ),
    newest: () =>
      makePublicOptions([key, 'newest'], () =>
        readItems({ sort: chooseNewestFirst(key), limit: MAX_SIMILAR }),
      ),
    count: () =>
      makePublicOptions([key, 'count'], async () => (await readSummaries({ limit: 1 })).meta.total),
    detail: (id: string) => makePublicOptions([key, 'detail', id], () => readItem(id)),
  };
}

type ContentQueries = { [K in ContentKey]: ReturnType<typeof makeKeyQueries<K>> };

export const makeContentQueries = (call: Call): ContentQueries =>
  Object.fromEntries(
    Object.keys(CONTENT_TYPES).map((key) => [key, makeKeyQueries(call, key as ContentKey)]),
  ) as ContentQueries;
