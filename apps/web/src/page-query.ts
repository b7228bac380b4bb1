/** All query parameters of public pages. Others are ignored. */
export const pageParameters = ['category', 'q', 'page', 'program', 'sent', 'token', 'preview'] as const;
type Parameter = (typeof pageParameters)[number];

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
