interface ReplyWithHeaders {
  header(name: string, value: string): unknown;
}
interface PageQuery {
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
}
interface RowPage<T> {
  items: T[];
  total: number;
}

/** Makes the answer for one page of a list, with the addresses of the neighbouring pages in `Link`. */
export function makePageAnswer<T>(
  reply: ReplyWithHeaders,
  path: string,
  query: PageQuery,
  { items, total }: RowPage<T>,
) {
  const { limit, offset = 0, cursor } = query;
  const isPageCountedByOffset = cursor === undefined;
  addLinkHeader(reply, path, query, {
    next: isPageCountedByOffset && offset + limit < total && { limit, offset: offset + limit },
    prev: isPageCountedByOffset && offset > 0 && { limit, offset: Math.max(0, offset - limit) },
  });
  return { status: 200 as const, body: { data: items, meta: { total, limit, offset } } };
}

/**
 * Makes the answer for one page of a list that callers may follow by `nextCursor`, instead of counting with `offset`.
 */
export function makeCursorPageAnswer<T>(
  reply: ReplyWithHeaders,
  path: string,
  query: PageQuery,
  { nextCursor, ...page }: RowPage<T> & { nextCursor: string | null },
) {
  const { status, body } = makePageAnswer(reply, path, query, page);
  if (query.cursor !== undefined)
    addLinkHeader(reply, path, query, { next: nextCursor !== null && { cursor: nextCursor } });
  return { status, body: { ...body, meta: { ...body.meta, nextCursor } } };
}

function addLinkHeader(
  reply: ReplyWithHeaders,
  path: string,
  query: PageQuery,
  to: Record<string, object | false>,
) {
  const linkHeaderParts = Object.entries(to).flatMap(([rel, change]) =>
    change ? [`<${addQueryToPath(path, Object.entries({ ...query, ...change }))}>; rel="${rel}"`] : [],
  );
  if (linkHeaderParts.length > 0) reply.header('link', linkHeaderParts.join(', '));
}

/** Marks an answer that was first given to an earlier request with the same `Idempotency-Key`. */
export function addReplayHeader(reply: ReplyWithHeaders, { isReplayed }: { isReplayed: boolean }): void {
  if (isReplayed) reply.header('idempotency-replayed', 'true');
}

export function addQueryToPath(path: string, values: readonly (readonly [string, unknown])[]): string {
  const parameterPairs = values.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return parameterPairs.length > 0 ? `${path}?${new URLSearchParams(parameterPairs)}` : path;
}
