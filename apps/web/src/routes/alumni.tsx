import { createFileRoute } from '@tanstack/react-router';
import { start } from '../api/load.ts';
import { pageWords } from '../api/site-data.ts';
import { AlumniPage } from '../features/alumni/alumni-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';
import { reads } from '../page-query.ts';

export const Route = createFileRoute('/alumni')({
  validateSearch: reads<'category' | 'q'>('category', 'q'),
  loader: ({ context: { queryClient, queries } }) => start(queryClient, queries.alumni.list()),
  head: ({ match: { context } }) => pageHead(context, { ...pageWords(context, 'alumni'), path: '/alumni' }),
  component: () => <AlumniPage choice={Route.useSearch()} />,
});
