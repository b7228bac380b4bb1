import { createFileRoute } from '@tanstack/react-router';
import { startPages, totalOf } from '../api/load.ts';
import { pageWords } from '../api/site-data.ts';
import { listHead } from '../features/shell/page-head.ts';
import { VideosPage } from '../features/videos/videos-page.tsx';
import { pagesWanted, videoPages } from '../lists/list-choice.ts';
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
