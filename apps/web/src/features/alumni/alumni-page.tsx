import type { AlumnusSummary } from '@institute/contract';
import { alumniCategories } from '@institute/contract/content.constants';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import pattern from '@institute/ui/pattern/heroes/alumni.svg';
import { PersonCard, PersonCardSkeleton } from '@institute/ui/person-card.tsx';
import { SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { Award } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useApi, useHasTexts, useSite } from '../../api/context.ts';
import { usePages } from '../../api/use-pages.ts';
import { type ListChoice, pagesWanted } from '../../lists/list-choice.ts';
import { alumniPages } from '../../lists/list-pages.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { pageStart } from '../../lists/show-more.tsx';
import { categoryLabel } from './alumni-category.ts';
import { Testimonials } from './testimonials.tsx';

const gridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6 xl:grid-cols-4';
const places = [1, 2, 3, 4, 5, 6, 7, 8];

export function AlumniPage({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const { title, intro } = useSite().pages.alumni;
  const hasTexts = useHasTexts();
  const pages = usePages(alumniPages(queries, choice), pagesWanted(choice), { refetchOnMount: 'always' });
  return (
    <>
      <PageHero title={title} intro={intro} pattern={pattern} />
      {hasTexts ? <Testimonials /> : <PageSkeleton />}
      <ListSection
        path="/alumni"
        id="alumni"
        label="Alumni"
        title="Where they are now"
        pages={pages}
        filter={{
          categories: alumniCategories,
          labelOf: categoryLabel,
          allLabel: 'All Categories',
          placeholder: 'Search alumni...',
          choice,
        }}
        counted={['alumnus', 'alumni']}
        empty={{ title: 'No alumni found matching your criteria.', all: 'Show all alumni' }}
        skeleton={
          <SkeletonGroup label="Loading alumni…" className={gridClass}>
            {places.map((place) => (
              <PersonCardSkeleton key={place} />
            ))}
          </SkeletonGroup>
        }
      >
        {(alumni) => (
          <ul className={gridClass}>
            {alumni.map((alumnus, at) => (
              <AlumnusCard key={alumnus.id} alumnus={alumnus} {...pageStart(at)} />
            ))}
          </ul>
        )}
      </ListSection>
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
