import { createFileRoute } from '@tanstack/react-router';
import { startPages } from '../api/load.ts';
import { totalOf } from '../api/pages.ts';
import { pageWords } from '../api/site-data.ts';
import { listHead } from '../features/shell/list-head.ts';
import { VideosPage } from '../features/videos/videos-page.tsx';
import { pagesWanted } from '../lists/list-choice.ts';
import { videoPages } from '../lists/list-pages.ts';
import { reads } from '../page-query.ts';

export const Route = createFileRoute('/videos')({
  staticData: { site: ['pages.videos'] },
  validateSearch: reads<'page'>('page'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, queries }, deps }) =>
    startPages(queryClient, videoPages(queries), pagesWanted(deps)),
  head: ({ match: { context, search } }) =>
    listHead(context, {
      words: pageWords(context, 'videos'),
      path: '/videos',
      choice: search,
      total: totalOf(context.queryClient, videoPages(context.queries)),
    }),
  component: () => <VideosPage choice={Route.useSearch()} />,
});
