import { programCategories } from '@institute/contract/programs.constants';
import { useApi } from '../../api/context.ts';
import { usePages } from '../../api/use-pages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { foundText, type ListChoice, pagesWanted } from '../../ui/list-choice.ts';
import { ListFilter } from '../../ui/list-filter.tsx';
import { Section } from '../../ui/section.tsx';
import { pageStart, ShowMore } from '../../ui/show-more.tsx';
import { ProgramCard, ProgramCardSkeletons, ProgramGrid } from './program-card.tsx';
import { programPages } from './program-pages.ts';

const USUAL_COUNT = 6;

export function ProgramCatalog({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const pages = usePages(programPages(queries, choice), pagesWanted(choice));
  const { items: programs, total, isError, isFetching, refetch } = pages;

  return (
    <Section id="catalog" aria-label="All Programs" title="All Programs">
      <ListFilter
        action="/programs#catalog"
        categories={programCategories}
        placeholder="Name or topic"
        choice={choice}
        found={total === undefined ? undefined : foundText(total, 'program')}
      />
      {programs && programs.length > 0 && (
        <ProgramGrid>
          {programs.map((program, at) => (
            <ProgramCard key={program.id} program={program} {...pageStart(at)} />
          ))}
        </ProgramGrid>
      )}
      {programs?.length === 0 && (
        <EmptyState
          title="No programs found matching your criteria."
          action={
            <ButtonLink to="/programs" hash="catalog" variant="outline">
              Show all programs
            </ButtonLink>
          }
        />
      )}
      {!programs && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
      {!programs && !isError && <ProgramCardSkeletons count={USUAL_COUNT} />}
      {programs && <ShowMore {...pages} />}
    </Section>
  );
}
