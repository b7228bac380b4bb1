/** The `Link` header of a page of a list: the next and the previous page, by the same query. */
export function pageLinks(
  url: string,
  { total, limit, offset }: { total: number; limit: number; offset: number },
): string | null {
  const { pathname, searchParams } = new URL(url, 'http://self');
  const link = (rel: string, to: number) => {
    searchParams.set('limit', String(limit));
    searchParams.set('offset', String(to));
    return `<${pathname}?${searchParams}>; rel="${rel}"`;
  };
  const links = [];
  if (offset + limit < total) links.push(link('next', offset + limit));
  if (offset > 0) links.push(link('prev', Math.max(0, offset - limit)));
  return links.join(', ') || null;
}
