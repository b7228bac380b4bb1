import type { Trip } from '@institute/contract';
import { formatDate } from '@institute/contract/time';
import { tripNotFound, tripsWords } from '@institute/contract/trips.constants';
import { BackLink } from '@institute/ui/back-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useApi } from '../../api/context.ts';
import { loadQuery } from '../../api/load.ts';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { makeItemHead } from '../../features/shell/page-head.ts';
import { PreviewBanner } from '../../features/shell/preview-banner.tsx';

export const Route = createFileRoute('/trips/$id')({
  loader: ({ context: { queryClient, queries }, params: { id } }) =>
    loadQuery(queryClient, queries.trips.detail(id)),
  head: makeItemHead(tripsWords, tripNotFound, ({ title, description, imageUrl }: Trip) => ({
    title,
    description,
    image: imageUrl,
  })),
  notFoundComponent: () => <NotFoundPage title={tripNotFound} to="/trips" label="All study trips" />,
  component: TripPage,
});

function TripPage() {
  const { id } = Route.useParams();
  const { data: trip } = useSuspenseQuery(useApi().queries.trips.detail(id));
  const { title, destination, startsOn, programUrl, description, imageUrl, imageAlt } = trip;
  return (
    <>
      <PreviewBanner item={trip} />
      <Container className="pt-4 pb-section md:pt-6">
        <BackLink to="/trips">Back to study trips</BackLink>
        <article className="mt-2 flex flex-col gap-6 md:mt-4">
          <Heading level={1}>{title}</Heading>
          <ResponsiveImage
            src={imageUrl}
            alt={imageAlt ?? title}
            ratio={16 / 9}
            sizes="(min-width: 1228px) 1180px, 100vw"
            priority
            className="w-full rounded-card"
          />
          <p className="font-semibold">
            {destination}, {formatDate(startsOn)}
          </p>
          <p className="max-w-text whitespace-pre-line">{description}</p>
          {programUrl && (
            <a href={programUrl} className="underline underline-offset-4">
              Program of the trip (PDF)
            </a>
          )}
        </article>
      </Container>
    </>
  );
}
