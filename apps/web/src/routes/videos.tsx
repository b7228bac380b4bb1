import { createFileRoute } from '@tanstack/react-router';
import { videoPages } from '../api/list-pages.ts';
import { startPages } from '../api/load.ts';
import { totalOf } from '../api/pages.ts';
import { pageWords } from '../api/site-data.ts';
import { listHead } from '../features/shell/list-head.ts';
import { VideosPage } from '../features/videos/videos-page.tsx';
import { reads } from '../page-query.ts';
import { pagesWanted } from '../ui/list-choice.ts';

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
