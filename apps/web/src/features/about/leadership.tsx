import { EmptyState } from '@institute/ui/empty-state.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { PersonCard, PersonCardSkeleton } from '@institute/ui/person-card.tsx';
import { Section } from '@institute/ui/section.tsx';
import { SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useApi } from '../../api/context.ts';

const gridClass = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6';

export function Leadership() {
  const { queries } = useApi();
  const { data: board, isError, isFetching, refetch } = useQuery(queries.coaches.all({ group: 'board' }));
  return (
    <Section title="Our Leadership" aria-label="Our Leadership">
      {board && board.length > 0 && (
        <ul className={gridClass}>
          {board.map(({ id, name, role, imageUrl, imageAlt }) => (
            <PersonCard key={id} name={name} position={role} image={imageUrl} alt={imageAlt} />
          ))}
        </ul>
      )}
      {board?.length === 0 && <EmptyState icon={Users} title="The board will be introduced here soon." />}
      {!board && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
      {!board && !isError && (
        <SkeletonGroup label="Loading our leadership…" className={gridClass}>
          <PersonCardSkeleton />
          <PersonCardSkeleton />
          <PersonCardSkeleton />
        </SkeletonGroup>
      )}
    </Section>
  );
}
