import { readToday } from '@institute/contract/time';
import { Container } from '@institute/ui/container.tsx';
import { Skeleton, SkeletonBar } from '@institute/ui/skeleton.tsx';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useApi, useHasTexts, useSite } from '../../api/context.ts';

/** Undefined while loading. */
type ShownCount = number | '–' | undefined;

/** Nothing at all when there is nothing to show. */
export function StatsBand() {
  const { queries } = useApi();
  const { floors, institute } = useSite('floors', 'institute.foundedYear');
  const hasTexts = useHasTexts();
  const coachCount = useQuery(queries.coaches.count());
  const programCount = useQuery({ ...queries.programSlides(), select: ({ meta }) => meta.total });
  const facilityCount = useQuery(queries.facilities.count());
  const alumniCount = useQuery(queries.alumni.count());
  const labelledCounts: [string, ShownCount][] = [
    ['Active Students', hasTexts ? floors.students : undefined],
    ['Expert Trainers', chooseShownCount(coachCount, 0)],
    ['Training Programs', chooseShownCount(programCount, 0)],
    ['Training Facilities', hasTexts ? chooseShownCount(facilityCount, floors.facilities) : undefined],
    ['Alumni Members', hasTexts ? chooseShownCount(alumniCount, floors.alumni) : undefined],
    ['Years of Existance', hasTexts ? countYearsSince(institute.foundedYear) : undefined],
  ];
  const shownCounts = labelledCounts.filter(([, count]) => count !== 0);
  if (shownCounts.length === 0) return null;
  return (
    <section aria-label="In numbers" className="border-b border-line">
      <Container>
        <dl className="grid grid-cols-pairs md:grid-cols-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {shownCounts.map(([label, count]) => (
            <Stat key={label} label={label} value={typeof count === 'number' ? `${count}+` : count} />
          ))}
        </dl>
      </Container>
    </section>
  );
}

const countYearsSince = (year: number | null) =>
  year ? Math.max(0, Number(readToday().slice(0, 4)) - year) : 0;

/**
 * A smaller count is not shown, because it would make a poor impression. A minimum that the office wrote is
 * always shown.
 */
const MIN_SHOWN_COUNT = 10;

/** After an error, the minimum or a dash. 0 is not shown. */
function chooseShownCount({ data, isError }: UseQueryResult<number>, floor: number): ShownCount {
  if (data === undefined) return isError ? floor || '–' : undefined;
  return floor === 0 && data < MIN_SHOWN_COUNT ? 0 : Math.max(data, floor);
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
