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
type PageParameter = (typeof pageParameters)[number];

type PageQuery<P extends PageParameter> = { [N in P]?: string };

/**
 * `validateSearch` of a route with these optional parameters. Repeat the names as type arguments, which a
 * route does not infer: `makeParameterReader<'category' | 'q'>('category', 'q')`.
 */
export const makeParameterReader =
  <P extends PageParameter>(...names: P[]) =>
  (search: Record<string, unknown>): PageQuery<P> => {
    const givenNames = names.filter((name) => typeof search[name] === 'string' && search[name] !== '');
    return Object.fromEntries(givenNames.map((name) => [name, search[name]])) as PageQuery<P>;
  };
