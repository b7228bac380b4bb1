/** Public pages ignore all other query parameters. */
export const pageParameters = [
  'category',
  'q',
  'page',
  'sort',
  'program',
  'sent',
  'token',
  'reference',
  'preview',
] as const;
type Parameter = (typeof pageParameters)[number];

type QueryOf<P extends Parameter> = { [N in P]?: string };

/**
 * `validateSearch` of a route with these optional parameters. Repeat the names as type arguments, which a
 * route does not infer: `readParameters<'category' | 'q'>('category', 'q')`.
 */
export const readParameters =
  <P extends Parameter>(...names: P[]) =>
  (search: Record<string, unknown>): QueryOf<P> => {
    const givenNames = names.filter((name) => typeof search[name] === 'string' && search[name] !== '');
    return Object.fromEntries(givenNames.map((name) => [name, search[name]])) as QueryOf<P>;
  };
