interface Reply {
  header(name: string, value: string): unknown;
}
interface PageQuery {
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
}
interface Page<T> {
  items: T[];
  total: number;
}

/** A page of a list, with the addresses of its neighbours in `Link`. */
export function makePageAnswer<T>(reply: Reply, path: string, query: PageQuery, { items, total }: Page<T>) {
  const { limit, offset = 0, cursor } = query;
  const isCounted = cursor === undefined;
  addLinks(reply, path, query, {
    next: isCounted && offset + limit < total && { limit, offset: offset + limit },
    prev: isCounted && offset > 0 && { limit, offset: Math.max(0, offset - limit) },
  });
  return { status: 200 as const, body: { data: items, meta: { total, limit, offset } } };
}

/** Callers may follow `nextCursor` instead of counting with `offset`. */
export function makeCursorPageAnswer<T>(
  reply: Reply,
  path: string,
  query: PageQuery,
  { nextCursor, ...page }: Page<T> & { nextCursor: string | null },
) {
  const { status, body } = makePageAnswer(reply, path, query, page);
  if (query.cursor !== undefined)
    addLinks(reply, path, query, { next: nextCursor !== null && { cursor: nextCursor } });
  return { status, body: { ...body, meta: { ...body.meta, nextCursor } } };
}

function addLinks(reply: Reply, path: string, query: PageQuery, to: Record<string, object | false>) {
  const links = Object.entries(to).flatMap(([rel, change]) =>
    change ? [`<${addQuery(path, Object.entries({ ...query, ...change }))}>; rel="${rel}"`] : [],
  );
  if (links.length > 0) reply.header('link', links.join(', '));
}

/** For an answer that was first given to an earlier request with the same `Idempotency-Key`. */
export function markReplay(reply: Reply, { isReplayed }: { isReplayed: boolean }): void {
  if (isReplayed) reply.header('idempotency-replayed', 'true');
}

export function addQuery(path: string, values: readonly (readonly [string, unknown])[]): string {
  const pairs = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}
