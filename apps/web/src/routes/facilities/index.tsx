import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import band from '@institute/ui/pattern/bands/equipment.svg';
import pattern from '@institute/ui/pattern/heroes/facilities.svg';
import { PatternBand } from '@institute/ui/pattern/pattern.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useApi, useHasTexts, useSite } from '../../api/context.ts';
import { startQueries } from '../../api/load.ts';
import { FacilityCard } from '../../features/facilities/facility-card.tsx';
import { makeSiteHead } from '../../features/shell/page-head.ts';
import { CardSkeletons, cardGridClass, EmptySection, LoadedItems, TopicBlocks } from '../../lists/cards.tsx';

export const Route = createFileRoute('/facilities/')({
  staticData: { site: ['pages.facilities', 'facilityBlocks'] },
  loader: ({ context: { queryClient, queries } }) => startQueries(queryClient, queries.facilities.all()),
  head: makeSiteHead('facilities'),
  component: FacilitiesPage,
});

function FacilitiesPage() {
  const { queries } = useApi();
  const { pages, emptyPages } = useSite('pages.facilities');
  const hasTexts = useHasTexts();
  const facilities = useQuery(queries.facilities.all());
  return (
    <>
      <PageHero {...pages.facilities} pattern={pattern} />
      {emptyPages.includes('/facilities') && <EmptySection />}
      {facilities.data?.length !== 0 && (
        <Section aria-label="Our rooms and grounds">
          <LoadedItems
            list={facilities}
            skeleton={
              <CardSkeletons
                label="Loading facilities…"
                featured="aspect-[4/3] lg:max-h-110"
                image="aspect-[4/3]"
                bars={['h-7 w-2/3', 'h-17 w-full', 'h-20 w-3/4']}
              />
            }
          >
            {([hero, ...others]) => (
              <>
                {hero && <FacilityCard facility={hero} featured />}
                {others.length > 0 && (
                  <ul className={`mt-5 lg:mt-6 ${cardGridClass}`}>
                    {others.map((facility) => (
                      <FacilityCard key={facility.id} facility={facility} />
                    ))}
                  </ul>
                )}
              </>
            )}
          </LoadedItems>
        </Section>
      )}
      {hasTexts ? <FacilityBlocks /> : <PageSkeleton />}
    </>
  );
}

function FacilityBlocks() {
  const { equipment, technology } = useSite('facilityBlocks').facilityBlocks;
  if (equipment.length + technology.length === 0) return null;
  return (
    <>
      <PatternBand image={band} />
      <TopicBlocks blocks={{ Equipment: equipment, Technology: technology }} />
    </>
  );
}
