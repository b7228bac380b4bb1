import { createFileRoute } from '@tanstack/react-router';
import { startPages, totalOf } from '../api/load.ts';
import { pageWords } from '../api/site-data.ts';
import { AlumniPage } from '../features/alumni/alumni-page.tsx';
import { listHead } from '../features/shell/page-head.ts';
import { alumniPages, pagesWanted } from '../lists/list-choice.ts';
import { reads } from '../page-query.ts';

export const Route = createFileRoute('/alumni')({
  staticData: { site: ['pages.alumni', 'testimonials'] },
  validateSearch: reads<'category' | 'q' | 'page'>('category', 'q', 'page'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, queries }, deps }) =>
    startPages(queryClient, alumniPages(queries, deps), pagesWanted(deps)),
  head: ({ match: { context, search } }) =>
    listHead(context, {
      words: pageWords(context, 'alumni'),
      path: '/alumni',
      choice: search,
      total: totalOf(context.queryClient, alumniPages(context.queries, search)),
    }),
  component: () => <AlumniPage choice={Route.useSearch()} />,
});
