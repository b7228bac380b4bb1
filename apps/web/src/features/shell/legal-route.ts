import type { LegalTexts } from '@institute/contract';
import { loadQuery } from '../../api/load.ts';
import type { PageContext } from '../../api/site-data.ts';
import { makePageHead } from './page-head.ts';

type LoaderArgs = { context: PageContext };
type LegalHeadArgs = { match: LoaderArgs; loaderData?: LegalTexts | undefined };

/**
 * Makes the route of the privacy page or the terms. Their texts are not part of `site`, which every page
 * contains.
 */
export const makeLegalRoute = (page: 'privacy' | 'terms') => ({
  loader: ({ context }: LoaderArgs) => loadQuery(context.queryClient, context.queries.site.legal()),
  head: ({ match: { context }, loaderData }: LegalHeadArgs) =>
    makePageHead(context, {
      title: loaderData?.[page].title ?? '',
      description: import.meta.env.SSR && (loaderData?.[page].intro ?? ''),
      path: `/${page}`,
    }),
});
