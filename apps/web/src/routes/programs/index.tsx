import { createFileRoute } from '@tanstack/react-router';
import { startPages, totalOf } from '../../api/load.ts';
import { pageWords } from '../../api/site-data.ts';
import { ProgramsPage } from '../../features/programs/programs-page.tsx';
import { listHead } from '../../features/shell/page-head.ts';
import { pagesWanted, programPages } from '../../lists/list-choice.ts';
import { reads } from '../../page-query.ts';

export const Route = createFileRoute('/programs/')({
  staticData: { site: ['pages.programs', 'programBlocks'] },
  validateSearch: reads<'category' | 'q' | 'page'>('category', 'q', 'page'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, queries }, deps }) =>
    startPages(queryClient, programPages(queries, deps), pagesWanted(deps)),
  head: ({ match: { context, search } }) =>
    listHead(context, {
      words: pageWords(context, 'programs'),
      path: '/programs',
      choice: search,
      total: totalOf(context.queryClient, programPages(context.queries, search)),
    }),
  component: () => <ProgramsPage choice={Route.useSearch()} />,
});
