import type { TripSummary } from '@institute/contract';
import { formatDate } from '@institute/contract/time';
import { tripsWords } from '@institute/contract/trips.constants';
import { Card, CardBody, CardLink, linkedCardClass } from '@institute/ui/card.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/programs.svg';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Section } from '@institute/ui/section.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { Bus } from 'lucide-react';
import type { Api } from '../../api/api.ts';
import { makeListRoute } from '../../features/shell/page-head.ts';
import { CardSkeletons, cardGridClass, LoadedItems } from '../../lists/cards.tsx';
import { makePageStartProps, ShowMore, usePages } from '../../lists/show-more.tsx';

const tripPages = (queries: Api['queries']) => (page: number) => queries.trips.list({}, page);

export const Route = createFileRoute('/trips/')({
  ...makeListRoute(tripsWords, tripPages),
  component: TripsPage,
});

function TripsPage() {
  const pages = usePages(tripPages, Route.useSearch());
  return (
    <>
      <PageHero title={tripsWords.title} intro={tripsWords.description} pattern={pattern} />
      <Section aria-label="All study trips">
        <LoadedItems
          list={pages}
          empty={<EmptyState icon={Bus} title="Our next trips will be shown here soon." />}
          skeleton={
            <CardSkeletons label="Loading trips…" image="aspect-[3/2]" bars={['h-6 w-3/4', 'h-17 w-full']} />
          }
        >
          {(trips) => (
            <>
              <ul className={cardGridClass}>
                {trips.map((trip, at) => (
                  <TripCard key={trip.id} trip={trip} {...makePageStartProps(at)} />
                ))}
              </ul>
              <ShowMore {...pages} />
            </>
          )}
        </LoadedItems>
      </Section>
    </>
  );
}

function TripCard({ trip, ...item }: { trip: TripSummary; id?: string; tabIndex?: number }) {
  const { id, title, destination, startsOn, excerpt, imageUrl, imageAlt } = trip;
  return (
    <Card as="li" {...item} className={linkedCardClass}>
      <ResponsiveImage
        src={imageUrl}
        alt={imageAlt ?? title}
        ratio={3 / 2}
        sizes="(min-width: 1024px) 380px, (min-width: 640px) 50vw, 100vw"
        className="w-full"
      />
      <CardBody>
        <Heading level={3}>
          <CardLink to="/trips/$id" params={{ id: String(id) }}>
            {title}
          </CardLink>
        </Heading>
        <p className="text-sm text-muted">
          {destination}, {formatDate(startsOn)}
        </p>
        <p className="text-base text-muted">{excerpt}</p>
      </CardBody>
    </Card>
  );
}
