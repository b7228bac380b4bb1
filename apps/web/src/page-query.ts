/** All query parameters of public pages. Others are ignored. */
export const pageParameters = ['category', 'q', 'page', 'program', 'sent', 'token', 'preview'] as const;
type Parameter = (typeof pageParameters)[number];

/** Values stay text, so that `?q=5` is no number and URLs stay readable. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

type Read<P extends Parameter> = { [N in P]?: string };

/**
 * `validateSearch` of a route with these optional text parameters. Repeat the names as type arguments,
 * `reads<'category' | 'q'>('category', 'q')`: a route does not infer them.
 */
export const reads =
  <P extends Parameter>(...names: P[]) =>
  (search: Record<string, unknown>): Read<P> => {
    const given = names.filter((name) => typeof search[name] === 'string' && search[name] !== '');
    return Object.fromEntries(given.map((name) => [name, search[name]])) as Read<P>;
  };
