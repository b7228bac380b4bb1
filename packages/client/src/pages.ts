import type { AnswerOf } from './call.ts';
import type { CallOptions, Client, Endpoint, InputOf, Result } from './client.ts';
import type { PageOf } from './failure.ts';

export type ListEndpoint = {
  [E in Endpoint]: [PageOf<AnswerOf<E>>] extends [never] ? never : E;
}[Endpoint];

type ItemOf<E extends ListEndpoint> =
  Result<E> extends infer R ? (R extends { data: (infer I)[] } ? I : never) : never;
type PageQuery = { offset?: number; sort?: string; cursor?: string };
type AnswerPage = { data: unknown[]; meta: { total: number; offset: number; nextCursor?: string | null } };

/** Reads a list page by page. Ends with the first page that fails. */
export async function* pagesOf<E extends ListEndpoint>(
  client: Client,
  endpoint: E,
  input: InputOf<E> = {} as InputOf<E>,
  options?: CallOptions,
): AsyncGenerator<Result<E>, void> {
  const { query = {}, ...rest } = input as { query?: PageQuery };
  let nextQuery: PageQuery | undefined = query;
  while (nextQuery) {
    const pageQuery: PageQuery = nextQuery;
    // The cast is needed, because an endpoint that may be any list has no single type of input
    const resultPage: Result<E> = await client(
      endpoint,
      ...([{ ...rest, query: pageQuery }, options] as never),
    );
    yield resultPage;
    nextQuery = resultPage.error ? undefined : makeNextQuery(pageQuery, resultPage as AnswerPage);
  }
}

/** A cursor neither skips nor repeats items, but works in the default order only. */
function makeNextQuery(query: PageQuery, { data, meta }: AnswerPage): PageQuery | undefined {
  if (meta.nextCursor) return { ...query, offset: undefined, sort: undefined, cursor: meta.nextCursor };
  if (meta.nextCursor === null && query.sort === undefined && query.offset === undefined) return undefined;
  const offset = meta.offset + data.length;
  return data.length > 0 && offset < meta.total ? { ...query, offset } : undefined;
}

/** Reads a list item by item. Throws the `ApiFailure` of a page that fails. */
export async function* itemsOf<E extends ListEndpoint>(
  ...list: Parameters<typeof pagesOf<E>>
): AsyncGenerator<ItemOf<E>, void> {
  for await (const { data, error } of pagesOf(...list)) {
    if (error) throw error;
    yield* data as ItemOf<E>[];
  }
}
