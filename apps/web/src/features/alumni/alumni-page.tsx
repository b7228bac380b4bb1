import type { AlumnusSummary } from '@institute/contract';
import { alumniCategories } from '@institute/contract/alumni.constants';
import { Award } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useApi, useSite } from '../../api/context.ts';
import { usePages } from '../../api/use-pages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { foundText, type ListChoice, pagesWanted } from '../../ui/list-choice.ts';
import { ListFilter } from '../../ui/list-filter.tsx';
import { PageHero } from '../../ui/page-hero.tsx';
import { PersonCard, PersonCardSkeleton } from '../../ui/person-card.tsx';
import { Section } from '../../ui/section.tsx';
import { pageStart, ShowMore } from '../../ui/show-more.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { alumniPages, categoryLabel } from './alumni-pages.ts';
import { Testimonials } from './testimonials.tsx';

const gridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6 xl:grid-cols-4';
const places = [1, 2, 3, 4, 5, 6, 7, 8];

export function AlumniPage({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const { title, intro } = useSite().pages.alumni;
  const pages = usePages(alumniPages(queries, choice), pagesWanted(choice), { refetchOnMount: 'always' });
  const { items: alumni, total, isError, isFetching, refetch } = pages;
  return (
    <>
      <PageHero title={title} intro={intro} seed="alumni" />
      <Testimonials />
      <Section id="alumni" aria-label="Alumni" title="Where they are now">
        <ListFilter
          action="/alumni#alumni"
          categories={alumniCategories}
          labelOf={categoryLabel}
          allLabel="All Categories"
          placeholder="Search alumni..."
          choice={choice}
          found={total === undefined ? undefined : foundText(total, 'alumnus', 'alumni')}
        />
        {alumni && alumni.length > 0 && (
          <ul className={gridClass}>
            {alumni.map((alumnus, at) => (
              <AlumnusCard key={alumnus.id} alumnus={alumnus} {...pageStart(at)} />
            ))}
          </ul>
        )}
        {alumni?.length === 0 && (
          <EmptyState
            title="No alumni found matching your criteria."
            action={
              <ButtonLink to="/alumni" hash="alumni" variant="outline">
                Show all alumni
              </ButtonLink>
            }
          />
        )}
        {!alumni && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
        {!alumni && !isError && (
          <SkeletonGroup label="Loading alumni…" className={gridClass}>
            {places.map((place) => (
              <PersonCardSkeleton key={place} />
            ))}
          </SkeletonGroup>
        )}
        {alumni && <ShowMore {...pages} />}
      </Section>
    </>
  );
}

type AlumnusCardProps = ComponentProps<'li'> & { alumnus: AlumnusSummary };

function AlumnusCard({ alumnus, ...item }: AlumnusCardProps) {
  const { name, position, image, imageAlt, graduationYear, currentTeam, achievements } = alumnus;
  return (
    <PersonCard {...item} name={name} position={position} image={image} alt={imageAlt}>
      <div className="text-base">
        <p className="font-semibold">{`Class of ${graduationYear}`}</p>
        {currentTeam && <p className="text-muted">{currentTeam}</p>}
      </div>
      {achievements.length > 0 && (
        <ul className="flex flex-col gap-2 border-t border-line pt-4 text-base">
          {achievements.map((achievement) => (
            <li key={achievement} className="flex items-start gap-2">
              <Award className="mt-1 size-4 shrink-0 text-leaf" strokeWidth={1.75} aria-hidden />
              <span className="min-w-0">{achievement}</span>
            </li>
          ))}
        </ul>
      )}
    </PersonCard>
  );
}
