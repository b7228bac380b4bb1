import { createFileRoute } from '@tanstack/react-router';
import { start } from '../api/load.ts';
import { pageWords } from '../api/site-data.ts';
import { CoachesPage } from '../features/coaches/coaches-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/coaches')({
  staticData: { site: ['pages.coaches'] },
  loader: ({ context: { queryClient, queries } }) => start(queryClient, queries.coaches.all()),
  head: ({ match: { context } }) => pageHead(context, { ...pageWords(context, 'coaches'), path: '/coaches' }),
  component: CoachesPage,
});
