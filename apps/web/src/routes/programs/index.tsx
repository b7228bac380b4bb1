import { createFileRoute } from '@tanstack/react-router';
import { start } from '../../api/load.ts';
import { pageWords } from '../../api/site-data.ts';
import { ProgramsPage } from '../../features/programs/programs-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';
import { reads } from '../../page-query.ts';

export const Route = createFileRoute('/programs/')({
  validateSearch: reads<'category' | 'q'>('category', 'q'),
  loader: ({ context: { queryClient, queries } }) => start(queryClient, queries.programs.list()),
  head: ({ match: { context } }) =>
    pageHead(context, { ...pageWords(context, 'programs'), path: '/programs' }),
  component: () => <ProgramsPage choice={Route.useSearch()} />,
});
