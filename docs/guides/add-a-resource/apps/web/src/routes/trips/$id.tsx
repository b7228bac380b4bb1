import { tripNotFound, tripsWords } from '@institute/contract/trips.constants';
import { createFileRoute } from '@tanstack/react-router';
import { loadQuery } from '../../api/load.ts';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { itemHead } from '../../features/shell/page-head.ts';
import { PreviewBanner } from '../../features/shell/preview-banner.tsx';
import { TripPage } from '../../features/trips/trip-pages.tsx';

export const Route = createFileRoute('/trips/$id')({
  loader: ({ context: { queryClient, queries }, params: { id } }) =>
    loadQuery(queryClient, queries.trips.detail(id)),
  head: ({ match: { context }, loaderData: trip, params: { id } }) =>
    itemHead(
      context,
      { list: tripsWords, id, missing: tripNotFound },
      trip && { title: trip.title, description: trip.description, image: trip.imageUrl },
    ),
  notFoundComponent: () => <NotFoundPage title={tripNotFound} to="/trips" label="All study trips" />,
  component: TripRoute,
});

function TripRoute() {
  return (
    <>
      <PreviewBanner item={Route.useLoaderData()} />
      <TripPage id={Route.useParams().id} />
    </>
  );
}
