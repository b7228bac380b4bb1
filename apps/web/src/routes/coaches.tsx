import type { CoachSummary } from '@institute/contract';
import { isStaffRole } from '@institute/contract/coach-role';
import { Badge } from '@institute/ui/badge.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/coaches.svg';
import { PersonCard, PersonCardSkeletons } from '@institute/ui/person-card.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useApi, useSite } from '../api/context.ts';
import { startQueries } from '../api/load.ts';
import { makeSiteHead } from '../features/shell/page-head.ts';
import { EmptySection, LoadedItems } from '../lists/cards.tsx';

export const Route = createFileRoute('/coaches')({
  staticData: { site: ['pages.coaches'] },
  loader: ({ context: { queryClient, queries } }) => startQueries(queryClient, queries.coaches.all()),
  head: makeSiteHead('coaches'),
  component: CoachesPage,
});

const gridClass = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-5';

function CoachesPage() {
  const { queries } = useApi();
  const { pages } = useSite('pages.coaches');
  const coaches = useQuery(queries.coaches.all());
  return (
    <>
      <PageHero {...pages.coaches} pattern={pattern} />
      <LoadedItems
        list={coaches}
        empty={<EmptySection />}
        skeleton={
          <Section>
            <PersonCardSkeletons label="Loading the team…" count={8} className={gridClass} />
          </Section>
        }
      >
        {(all) => (
          <>
            <CoachGroup title="Board of Management" coaches={all.filter(({ role }) => !isStaffRole(role))} />
            <CoachGroup title="Support Staff" coaches={all.filter(({ role }) => isStaffRole(role))} />
          </>
        )}
      </LoadedItems>
    </>
  );
}

function CoachGroup({ title, coaches }: { title: string; coaches: CoachSummary[] }) {
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
