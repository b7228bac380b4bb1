import { tripNotFound } from '@institute/contract/trips.constants';
import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { breadcrumbs, pageHead } from '../../features/shell/page-head.ts';
import { PreviewBanner } from '../../features/shell/preview-banner.tsx';
import { TripPage, tripsWords } from '../../features/trips/trip-pages.tsx';

export const Route = createFileRoute('/trips/$id')({
  loader: ({ context: { queryClient, queries }, params: { id } }) =>
    load(queryClient, queries.trips.detail(id)),
  head: ({ match: { context }, loaderData: trip, params: { id } }) => {
    const path = `/trips/${id}`;
    if (!trip) return pageHead(context, { ...tripsWords, title: tripNotFound, path, noindex: true });
    const { title, description, imageUrl } = trip;
    return pageHead(context, {
      title,
      description,
      path,
      image: imageUrl,
      jsonLd: breadcrumbs(context, [
        { name: tripsWords.title, path: '/trips' },
        { name: title, path },
      ]),
    });
  },
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
