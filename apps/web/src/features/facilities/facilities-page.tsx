import { EmptyState } from '@institute/ui/empty-state.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import band from '@institute/ui/pattern/bands/equipment.svg';
import pattern from '@institute/ui/pattern/heroes/facilities.svg';
import { PatternBand } from '@institute/ui/pattern/pattern-band.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useApi, useHasTexts, useSite } from '../../api/context.ts';
import { FacilityBlocks } from './facility-blocks.tsx';
import { FacilityCard } from './facility-card.tsx';
import { FacilityCardsSkeleton, facilityGridClass } from './facility-cards-skeleton.tsx';
import { FacilityHero } from './facility-hero.tsx';

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
