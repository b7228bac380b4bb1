import { atLeast } from '@institute/contract/text';
import { readToday } from '@institute/contract/time';
import { Container } from '@institute/ui/container.tsx';
import { Skeleton, SkeletonBar } from '@institute/ui/skeleton.tsx';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useApi, useHasTexts, useSite } from '../../api/context.ts';

const YEARS_FLOOR = 9;

export function StatsBand() {
  const { queries } = useApi();
  const { floors, institute } = useSite();
  const hasTexts = useHasTexts();
  const coaches = useQuery(queries.coaches.count());
  const programs = useQuery({ ...queries.programSlides(), select: ({ meta }) => meta.total });
  const facilities = useQuery(queries.facilities.count());
  const alumni = useQuery(queries.alumni.count());
  const years = Number(readToday().slice(0, 4)) - institute.foundedYear;

  return (
    <section aria-label="In numbers" className="border-b border-line">
      <Container>
        <dl className="grid grid-cols-pairs md:grid-cols-3 lg:grid-cols-6">
          <Stat label="Active Students" value={hasTexts ? atLeast(floors.students, 0) : undefined} />
          <Stat label="Expert Trainers" value={countText(coaches, 0)} />
          <Stat label="Training Programs" value={countText(programs, 0)} />
          <Stat
            label="Training Facilities"
            value={hasTexts ? countText(facilities, floors.facilities) : undefined}
          />
          <Stat label="Alumni Members" value={hasTexts ? countText(alumni, floors.alumni) : undefined} />
          <Stat label="Years of Existance" value={hasTexts ? atLeast(years, YEARS_FLOOR) : undefined} />
        </dl>
      </Container>
    </section>
  );
}

/** After an error, shows the minimum or a dash. Undefined while loading. */
function countText({ data, isError }: UseQueryResult<number>, floor: number): string | undefined {
  if (data === undefined && isError) return floor > 0 ? atLeast(floor, 0) : '–';
  return data === undefined ? undefined : atLeast(data, floor);
}

function Stat({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-0.5 border-line py-5 pr-3 max-md:[&:nth-child(n+3)]:border-t md:py-7 md:max-lg:[&:nth-child(n+4)]:border-t lg:[&:nth-child(n+2)]:border-l lg:[&:nth-child(n+2)]:pl-5">
      <dt className="text-base text-muted">{label}</dt>
      <dd className="font-heading text-xl font-bold tracking-heading">
        {value ?? (
          <Skeleton>
            <SkeletonBar className="h-[1.2em] w-16" />
          </Skeleton>
        )}
      </dd>
    </div>
  );
}
