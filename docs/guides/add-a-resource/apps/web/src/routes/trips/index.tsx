import { tripsWords } from '@institute/contract/trips.constants';
import { createFileRoute } from '@tanstack/react-router';
import { listRoute } from '../../features/shell/page-head.ts';
import { TripsPage } from '../../features/trips/trip-pages.tsx';
import { readParameters } from '../../navigation/page-query.ts';

export const Route = createFileRoute('/trips/')({
  validateSearch: readParameters<'page'>('page'),
  loaderDeps: ({ search }) => search,
  ...listRoute(
    () => tripsWords,
    ({ trips }) =>
      (page) =>
        trips.list({}, page),
  ),
  component: () => <TripsPage choice={Route.useSearch()} />,
});
