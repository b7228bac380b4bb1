import { createFileRoute } from '@tanstack/react-router';
import { startPages, totalOf } from '../../api/load.ts';
import { listHead } from '../../features/shell/page-head.ts';
import { TripsPage, tripsWords } from '../../features/trips/trip-pages.tsx';
import { pagesWanted } from '../../lists/list-choice.ts';
import { reads } from '../../page-query.ts';

export const Route = createFileRoute('/trips/')({
  validateSearch: reads<'page'>('page'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, queries }, deps }) =>
    startPages(queryClient, (page) => queries.trips.list({}, page), pagesWanted(deps)),
  head: ({ match: { context, search } }) =>
    listHead(context, {
      words: tripsWords,
      path: '/trips',
      choice: search,
      total: totalOf(context.queryClient, (page) => context.queries.trips.list({}, page)),
    }),
  component: () => <TripsPage choice={Route.useSearch()} />,
});
