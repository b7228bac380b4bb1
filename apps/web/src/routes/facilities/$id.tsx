import type { Facility } from '@institute/contract';
import { facilityDefaults, facilityNotFound } from '@institute/contract/facilities.constants';
import { BackLink } from '@institute/ui/back-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CalendarClock, Check, Info, type LucideIcon } from 'lucide-react';
import { useApi } from '../../api/context.ts';
import { loadQuery } from '../../api/load.ts';
import { readSiteData } from '../../api/site-data.ts';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { makeItemHead } from '../../features/shell/page-head.ts';
import { IconList } from '../../lists/cards.tsx';

export const Route = createFileRoute('/facilities/$id')({
  loader: ({ context: { queryClient, queries }, params: { id } }) =>
    loadQuery(queryClient, queries.facilities.detail(id)),
  head: makeItemHead('facilities', facilityNotFound, (facility: Facility, context) => ({
    title: facility.name,
    description:
      import.meta.env.SSR &&
      `${[facility.name, readSiteData(context)?.institute.name].filter(Boolean).join(' of ')}: ${facility.description} Features: ${facility.features.join(', ')}.`,
    image: facility.imageUrl,
  })),
  notFoundComponent: () => <NotFoundPage title={facilityNotFound} to="/facilities" label="All facilities" />,
  component: FacilityPage,
});

function FacilityPage() {
  const { id } = Route.useParams();
  const { data: facility } = useSuspenseQuery(useApi().queries.facilities.detail(id));
  const { name, description, features, equipment, imageUrl, imageAlt } = facility;
  return (
    <Container className="pt-4 pb-section md:pt-6">
      <BackLink to="/facilities">Back to facilities</BackLink>
      <article className="mt-2 flex flex-col gap-8 md:mt-4 lg:gap-12">
        <header className="relative overflow-hidden rounded-card bg-ink text-white">
          <ResponsiveImage
            src={imageUrl}
            alt={imageAlt ?? name}
            sizes="(min-width: 1228px) 1180px, 80vw"
            priority
            // In light mode a label replaces the image, and the name is below it
            className="aspect-[4/3]! max-h-[34rem] w-full items-start md:aspect-[2/1]!"
          />
          <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-ink via-ink/80 px-5 pt-24 pb-5 md:px-10 md:pb-8">
            <Heading level={1}>{name}</Heading>
          </div>
        </header>
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_24rem] lg:items-start">
          <div className="flex min-w-0 flex-col gap-8 lg:gap-10">
            <section className="flex flex-col gap-3">
              <Heading level={2} size="block">
                Overview
              </Heading>
              <p className="max-w-text whitespace-pre-line">{description}</p>
            </section>
            <FacilityFeatures features={features} />
          </div>
          <div className="flex flex-col gap-5">
            <FacilityFacts
              icon={CalendarClock}
              title="Availability"
              facts={{
                'Opening hours': facility.openingHours ?? facilityDefaults.openingHours,
                Days: facility.availableDays ?? facilityDefaults.availableDays,
              }}
            />
            <FacilityFacts
              icon={Info}
              title="Additional Information"
              facts={{
                Capacity: facility.capacity ?? facilityDefaults.capacity,
                Equipment: equipment.join(', ') || facilityDefaults.equipment,
                Maintenance: facility.maintenance ?? facilityDefaults.maintenance,
              }}
            />
          </div>
        </div>
      </article>
    </Container>
  );
}

function FacilityFeatures({ features }: { features: string[] }) {
  if (features.length === 0) return null;
  return (
    <section className="flex flex-col gap-4">
      <Heading level={2} size="block">
        Features
      </Heading>
      <IconList
        icon={Check}
        items={features}
        className="grid gap-x-8 sm:grid-cols-2"
        itemClass="gap-3 border-t border-line py-3"
      />
    </section>
  );
}

type FactsProps = { icon: LucideIcon; title: string; facts: Record<string, string> };

function FacilityFacts({ icon: Icon, title, facts }: FactsProps) {
  return (
    <section className="rounded-card border border-line bg-card p-5 md:p-6">
      <Heading level={2} size="card" className="mb-4 flex items-center gap-2.5">
        <Icon className="size-5 text-green" />
        {title}
      </Heading>
      <dl className="flex flex-col gap-3">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
