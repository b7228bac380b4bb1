import { createFileRoute } from '@tanstack/react-router';
import { startPages } from '../api/load.ts';
import { totalOf } from '../api/pages.ts';
import { pageWords } from '../api/site-data.ts';
import { AlumniPage } from '../features/alumni/alumni-page.tsx';
import { listHead } from '../features/shell/list-head.ts';
import { pagesWanted } from '../lists/list-choice.ts';
import { alumniPages } from '../lists/list-pages.ts';
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
