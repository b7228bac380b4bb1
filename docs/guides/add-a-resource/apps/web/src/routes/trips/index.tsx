import { createFileRoute } from '@tanstack/react-router';
import { listRoute } from '../../features/shell/page-head.ts';
import { TripsPage, tripPages, tripsWords } from '../../features/trips/trip-pages.tsx';
import { readParameters } from '../../navigation/page-query.ts';

export const Route = createFileRoute('/trips/')({
  validateSearch: readParameters<'page'>('page'),
  loaderDeps: ({ search }) => search,
  ...listRoute(() => tripsWords, tripPages),
  component: () => <TripsPage choice={Route.useSearch()} />,
});
