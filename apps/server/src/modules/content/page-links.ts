import { withQuery } from '../../http/read-key.ts';

export function pageLinks(
  path: string,
  query: { limit: number; offset: number },
  total: number,
): string | null {
  const { limit, offset } = query;
  const link = (rel: string, to: number) =>
    `<${withQuery(path, Object.entries({ ...query, limit, offset: to }))}>; rel="${rel}"`;
  const links = [];
  if (offset + limit < total) links.push(link('next', offset + limit));
  if (offset > 0) links.push(link('prev', Math.max(0, offset - limit)));
  return links.join(', ') || null;
}

interface CursorPage {
  total: number;
  nextCursor: string | null;
}

export function cursorLinks(
  path: string,
  query: { limit: number; offset?: number | undefined; cursor?: string | undefined },
  { total, nextCursor }: CursorPage,
): string | null {
  if (query.cursor === undefined) return pageLinks(path, { ...query, offset: query.offset ?? 0 }, total);
  return nextCursor && `<${withQuery(path, Object.entries({ ...query, cursor: nextCursor }))}>; rel="next"`;
}
