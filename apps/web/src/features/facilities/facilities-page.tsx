import type { Site } from '@institute/contract';
import { Container } from '@institute/ui/container.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import band from '@institute/ui/pattern/bands/equipment.svg';
import pattern from '@institute/ui/pattern/heroes/facilities.svg';
import { Pattern, PatternBand } from '@institute/ui/pattern/pattern.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useApi, useHasTexts, useSite } from '../../api/context.ts';
import { FacilityCard, FacilityCardsSkeleton, FacilityHero, facilityGridClass } from './facility-card.tsx';

export function FacilitiesPage() {
  const { queries } = useApi();
  const { pages } = useSite();
  const hasTexts = useHasTexts();
  const { data: facilities, isError, isFetching, refetch } = useQuery(queries.facilities.all());
  const [hero, ...others] = facilities ?? [];
  return (
    <>
      <PageHero title={pages.facilities.title} intro={pages.facilities.intro} pattern={pattern} />
      <Section aria-label="Our rooms and grounds">
        {hero && <FacilityHero facility={hero} />}
        {others.length > 0 && (
          <ul className={`mt-5 lg:mt-6 ${facilityGridClass}`}>
            {others.map((facility) => (
              <FacilityCard key={facility.id} facility={facility} />
            ))}
          </ul>
        )}
        {facilities?.length === 0 && (
          <EmptyState icon={Building2} title="Our facilities will be shown here soon." />
        )}
        {!facilities && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
        {!facilities && !isError && <FacilityCardsSkeleton />}
      </Section>
      <PatternBand image={band} />
      {hasTexts ? <FacilityBlocks /> : <PageSkeleton />}
    </>
  );
}

function FacilityBlocks() {
  const { equipment, technology } = useSite().facilityBlocks;
  return (
    <div className="bg-sand py-section">
      <Container className="flex flex-col gap-10 lg:gap-12">
        <Block title="Equipment" items={equipment} />
        <Block title="Technology" items={technology} />
      </Container>
    </div>
  );
}

type BlockProps = { title: string; items: Site['facilityBlocks']['equipment'] };

function Block({ title, items }: BlockProps) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-x-16 gap-y-5 lg:grid-cols-[1fr_2fr]">
      <div className="flex items-center gap-4 self-start lg:flex-col lg:items-start">
        <Pattern seed={title} cols={1} rows={1} className="size-11 shrink-0 rounded-control lg:size-14" />
        <Heading level={2} size="block">
          {title}
        </Heading>
      </div>
      <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {items.map((item) => (
          <li key={item.title} className="border-t-2 border-ink pt-3">
            <Heading level={3}>{item.title}</Heading>
            <p className="mt-1 text-base">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
