import { programCategories, programOrderNames } from '@institute/contract/programs.constants';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import pattern from '@institute/ui/pattern/heroes/programs.svg';
import { createFileRoute } from '@tanstack/react-router';
import { useHasTexts, useSite } from '../../api/context.ts';
import { CorePrograms } from '../../features/programs/core-programs.tsx';
import { ProgramCard, programSkeleton } from '../../features/programs/program-card.tsx';
import { makeListRoute } from '../../features/shell/page-head.ts';
import { CardSkeletons, cardGridClass, TopicBlocks } from '../../lists/cards.tsx';
import { queryProgramPages } from '../../lists/content-pages.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { makePageStartProps, usePages } from '../../lists/show-more.tsx';

export const Route = createFileRoute('/programs/')({
  staticData: { site: ['pages.programs', 'programBlocks'] },
  ...makeListRoute('programs', queryProgramPages),
  component: ProgramsPage,
});

function ProgramsPage() {
  const listChoice = Route.useSearch();
  const { pages: sitePages, programBlocks } = useSite('pages.programs', 'programBlocks');
  const programPages = usePages(queryProgramPages, listChoice);
  const hasTexts = useHasTexts();
  const isListAfterHero = hasTexts && Object.values(programBlocks).every(({ length }) => length === 0);
  return (
    <div className="flex flex-col">
      <PageHero {...sitePages.programs} pattern={pattern}>
        {!isListAfterHero && (
          <a
            href="#catalog"
            className={makeButtonClass({ variant: 'accent', size: 'lg', className: 'max-md:hidden' })}
          >
            See all programs
          </a>
        )}
      </PageHero>
      {/* On a phone this part is painted once the list above it has arrived */}
      <div className="max-md:order-2 max-md:[main:not(:has(+*))_&]:hidden">
        {hasTexts ? (
          <>
            <CorePrograms />
            <MorePrograms />
          </>
        ) : (
          <PageSkeleton />
        )}
      </div>
      {/* The first thing on a phone, where the blocks before it are many screens long */}
      <ListSection
        className="max-md:order-1"
        path="/programs"
        id="catalog"
        label="All Programs"
        title="All Programs"
        pages={programPages}
        filter={{
          categories: programCategories,
          orders: programOrderNames,
          placeholder: 'Name or topic',
          choice: listChoice,
        }}
        counted={['program']}
        empty={{ title: 'No programs found matching your criteria.', all: 'Show all programs' }}
        skeleton={<CardSkeletons label="Loading programs…" {...programSkeleton} />}
      >
        {(programs) => (
          <ul className={cardGridClass}>
            {programs.map((program, at) => (
              <ProgramCard key={program.id} program={program} {...makePageStartProps(at)} />
            ))}
          </ul>
        )}
      </ListSection>
    </div>
  );
}

function MorePrograms() {
  const { activities, digital, creative } = useSite('programBlocks').programBlocks;
  const programBlocksByHeading = {
    'Additional Activities': activities,
    'Digital Skills': digital,
    'Creative Industry Programs': creative,
  };
  return <TopicBlocks blocks={programBlocksByHeading} />;
}
