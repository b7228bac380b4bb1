import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/context.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/section.tsx';
import { CatalogFilter } from './catalog-filter.tsx';
import { ProgramCard, ProgramCardSkeletons, ProgramGrid } from './program-card.tsx';
import { filterPrograms, type ProgramFilter } from './program-filter.ts';

const USUAL_COUNT = 6;

type ProgramCatalogProps = { filter: ProgramFilter; onFilter: (filter: ProgramFilter) => void };

export function ProgramCatalog({ filter, onFilter }: ProgramCatalogProps) {
  const { queries } = useApi();
  const { data, isError, isFetching, refetch } = useQuery(queries.programs.list());
  const programs = data && filterPrograms(data, filter);

  return (
    <Section id="catalog" aria-label="All Programs" title="All Programs">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div className="w-full lg:w-2/3">
          <CatalogFilter filter={filter} onFilter={onFilter} />
        </div>
        <p role="status" className="flex min-h-6 items-center font-semibold lg:min-h-11">
          {programs && (programs.length === 1 ? '1 program found' : `${programs.length} programs found`)}
        </p>
      </div>
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
