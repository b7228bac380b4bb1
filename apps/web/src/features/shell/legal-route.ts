import type { LegalTexts } from '@institute/contract';
import { loadQuery } from '../../api/load.ts';
import type { PageContext } from '../../api/site-data.ts';
import { makePageHead } from './page-head.ts';

type LoaderArgs = { context: PageContext };
type LoadedTexts = { match: LoaderArgs; loaderData?: LegalTexts | undefined };

/** Privacy and terms. These texts are no part of `site`, which every page carries. */
export const makeLegalRoute = (page: 'privacy' | 'terms') => ({
  loader: ({ context }: LoaderArgs) => loadQuery(context.queryClient, context.queries.site.legal()),
  head: ({ match: { context }, loaderData }: LoadedTexts) =>
    makePageHead(context, {
      title: loaderData?.[page].title ?? '',
      description: import.meta.env.SSR && (loaderData?.[page].intro ?? ''),
      path: `/${page}`,
    }),
});
