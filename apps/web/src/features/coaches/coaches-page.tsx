import type { CoachSummary } from '@institute/contract';
import { isStaff } from '@institute/contract/coach-role';
import { Badge } from '@institute/ui/badge.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/coaches.svg';
import { PersonCard, PersonCardSkeleton } from '@institute/ui/person-card.tsx';
import { Section } from '@institute/ui/section.tsx';
import { SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useApi, useSite } from '../../api/context.ts';

const places = [1, 2, 3, 4, 5, 6, 7, 8];
const gridClass = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-5';

export function CoachesPage() {
  const { queries } = useApi();
  const { pages } = useSite();
  const { data: coaches, isError, isFetching, refetch } = useQuery(queries.coaches.all());
  return (
    <>
      <PageHero title={pages.coaches.title} intro={pages.coaches.intro} pattern={pattern} />
      {coaches && coaches.length > 0 && (
        <>
          <Group title="Board of Management" coaches={coaches.filter(({ role }) => !isStaff(role))} />
          <Group title="Support Staff" coaches={coaches.filter(({ role }) => isStaff(role))} />
        </>
      )}
      {!coaches?.length && (
        <Section>
          {coaches && <EmptyState icon={Users} title="The team will be introduced here soon." />}
          {!coaches && isError && <ErrorState onRetry={refetch} pending={isFetching} />}
          {!coaches && !isError && <CoachesSkeleton />}
        </Section>
      )}
    </>
  );
}

function Group({ title, coaches }: { title: string; coaches: CoachSummary[] }) {
  if (coaches.length === 0) return null;
  return (
    <Section title={title} aria-label={title} className="even:bg-sand">
      <ul className={gridClass}>
        {coaches.map(({ id, name, role, bio, specialties, imageUrl, imageAlt }) => (
          <PersonCard key={id} name={name} position={role} image={imageUrl} alt={imageAlt}>
            <p className="text-base whitespace-pre-line">{bio}</p>
            {specialties.length > 0 && (
              <ul aria-label="Specialties" className="mt-auto flex flex-wrap gap-1.5">
                {specialties.map((specialty) => (
                  <li key={specialty} className="max-w-full">
                    <Badge className="max-w-full whitespace-normal!">{specialty}</Badge>
                  </li>
                ))}
              </ul>
            )}
          </PersonCard>
        ))}
      </ul>
    </Section>
  );
}

function CoachesSkeleton() {
  return (
    <SkeletonGroup label="Loading the team…" className={gridClass}>
      {places.map((place) => (
        <PersonCardSkeleton key={place} />
      ))}
    </SkeletonGroup>
  );
}
