import { programCategories } from '@institute/contract/programs.constants';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/context.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { foundText, type ListChoice } from '../../ui/list-choice.ts';
import { ListFilter } from '../../ui/list-filter.tsx';
import { Section } from '../../ui/section.tsx';
import { ProgramCard, ProgramCardSkeletons, ProgramGrid } from './program-card.tsx';
import { filterPrograms } from './program-filter.ts';

const USUAL_COUNT = 6;

export function ProgramCatalog({ choice }: { choice: ListChoice }) {
  const { queries } = useApi();
  const { data, isError, isFetching, refetch } = useQuery(queries.programs.list());
  const programs = data && filterPrograms(data, choice);

  return (
    <Section id="catalog" aria-label="All Programs" title="All Programs">
      <ListFilter
        action="/programs#catalog"
        categories={programCategories}
        placeholder="Name or topic"
        choice={choice}
        found={programs && foundText(programs.length, 'program')}
      />
      {programs && programs.length > 0 && (
        <ProgramGrid>
          {programs.map((program) => (
            <ProgramCard key={program.id} program={program} />
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
      {!data && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
      {!data && !isError && <ProgramCardSkeletons count={USUAL_COUNT} />}
    </Section>
  );
}
