import type { Program } from '@institute/contract';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/context.ts';
import { ProgramCard, ProgramCardSkeletons, ProgramGrid } from './program-card.tsx';

export function SimilarPrograms({ program }: { program: Program }) {
  const { queries } = useApi();
  const { data, isError, isFetching, refetch } = useQuery(queries.programs.similar(program));
  return (
    <Section tone="sand" className="print:hidden" aria-label="Similar Programs" title="Similar Programs">
      {data && (
        <ProgramGrid>
          {data.map((other) => (
            <ProgramCard key={other.id} program={other} />
          ))}
        </ProgramGrid>
      )}
      {!data && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
      {!data && !isError && <ProgramCardSkeletons count={3} />}
    </Section>
  );
}
