import type { AlumnusSummary } from '@institute/contract';
import { alumniCategories } from '@institute/contract/alumni.constants';
import { type AlumniWords, fillAlumniWords } from '@institute/contract/alumni-words.constants';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import pattern from '@institute/ui/pattern/heroes/alumni.svg';
import { PersonCard, PersonCardSkeletons } from '@institute/ui/person-card.tsx';
import { Portrait } from '@institute/ui/portrait.tsx';
import { Section } from '@institute/ui/section.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useHasTexts, useSite } from '../api/context.ts';
import { makeListRoute } from '../features/shell/page-head.ts';
import { IconList } from '../lists/cards.tsx';
import { queryAlumniPages } from '../lists/content-pages.ts';
import { ListSection } from '../lists/list-section.tsx';
import { makePageStartProps, usePages } from '../lists/show-more.tsx';

export const Route = createFileRoute('/alumni')({
  staticData: { site: ['pages.alumni', 'alumniWords', 'testimonials'] },
  ...makeListRoute('alumni', queryAlumniPages),
  component: AlumniPage,
});

const gridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6 xl:grid-cols-4';

function AlumniPage() {
  const listChoice = Route.useSearch();
  const loadedSite = useSite('alumniWords', 'pages.alumni');
  const hasTexts = useHasTexts();
  // The default words while the page loads its texts
  const filledAlumniWords = fillAlumniWords(loadedSite.alumniWords);
  const alumniLabels: Partial<Record<string, string>> = filledAlumniWords;
  const alumniPages = usePages(queryAlumniPages, listChoice, { refetchOnMount: 'always' });
  return (
    <>
      <PageHero {...loadedSite.pages.alumni} pattern={pattern} />
      {hasTexts ? <Testimonials words={filledAlumniWords} /> : <PageSkeleton />}
      <ListSection
        isOptional={!loadedSite.emptyPages.includes('/alumni')}
        path="/alumni"
        id="alumni"
        label="Alumni"
        title="Where they are now"
        pages={alumniPages}
        filter={{
          categories: alumniCategories,
          labelOf: (category) => alumniLabels[category] ?? category,
          allLabel: 'All Categories',
          placeholder: 'Search alumni...',
          choice: listChoice,
        }}
        counted={['alumnus', 'alumni']}
        empty={{ title: 'No alumni found matching your criteria.', all: 'Show all alumni' }}
        skeleton={<PersonCardSkeletons label="Loading alumni…" count={8} className={gridClass} />}
      >
        {(alumni) => (
          <ul className={gridClass}>
            {alumni.map((alumnus, at) => (
              <AlumnusCard
                key={alumnus.id}
                alumnus={alumnus}
                words={filledAlumniWords}
                {...makePageStartProps(at)}
              />
            ))}
          </ul>
        )}
      </ListSection>
    </>
  );
}

type AlumniWordsProps = { words: AlumniWords };
type AlumnusCardProps = ComponentProps<'li'> & AlumniWordsProps & { alumnus: AlumnusSummary };

function AlumnusCard({ alumnus, words, ...item }: AlumnusCardProps) {
  const { name, position, image, imageAlt, graduationYear, currentTeam, achievements } = alumnus;
  return (
    <PersonCard {...item} name={name} position={position} image={image} alt={imageAlt}>
      <div className="text-base">
        <p className="font-semibold">{`${words.classOf} ${graduationYear}`}</p>
        {currentTeam && <p className="text-muted">{currentTeam}</p>}
      </div>
      {achievements.length > 0 && (
        <IconList
          icon={Award}
          items={achievements}
          className="flex flex-col gap-2 border-t border-line pt-4 text-base"
        />
      )}
    </PersonCard>
  );
}

/**
 * With more cards than fit in one row, the cards are set in columns, so that a long one leaves no gap next to
 * it.
 */
const FIRST_ROW_CARD_COUNT = 3;

function Testimonials({ words }: AlumniWordsProps) {
  const { testimonials } = useSite('testimonials');
  if (testimonials.length === 0) return null;
  return (
    <Section tone="sand" aria-label="Testimonials" title="In their own words">
      <ul
        className={
          testimonials.length > FIRST_ROW_CARD_COUNT
            ? 'gap-6 space-y-5 lg:columns-3 lg:space-y-6'
            : 'grid gap-5 lg:grid-cols-3 lg:gap-6'
        }
      >
        {testimonials.map(({ name, role, image, content, graduationYear, currentTeam }) => (
          <li key={name} className="flex break-inside-avoid flex-col rounded-card bg-card p-5 md:p-6">
            <figure className="flex grow flex-col gap-5">
              <div className="grow">
                <blockquote className="border-l-4 border-sun pl-4">
                  <p>{content}</p>
                </blockquote>
              </div>
              <figcaption className="flex flex-wrap items-center gap-4">
                <Portrait src={image} name={name} sizes="80px" className="size-20 shrink-0 rounded-full" />
                <div className="min-w-0 grow basis-[7rem]">
                  <Heading level={3} translate="no">
                    {name}
                  </Heading>
                  <p className="text-base font-medium text-green">{role}</p>
                  <p className="text-sm text-muted">{currentTeam}</p>
                  <p className="text-sm text-muted">{`${words.graduatedIn} ${graduationYear}`}</p>
                </div>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
