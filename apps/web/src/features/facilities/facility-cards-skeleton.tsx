import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';

export const facilityGridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6';

const cardClass = 'overflow-hidden rounded-card border border-line bg-card';
const places = [1, 2, 3, 4, 5, 6];

export function FacilityCardsSkeleton() {
  return (
    <SkeletonGroup label="Loading facilities…" className="flex flex-col gap-5 lg:gap-6">
      <Skeleton className={`lg:grid lg:grid-cols-[3fr_2fr] ${cardClass}`}>
        <SkeletonBar className="aspect-[4/3] rounded-none! lg:max-h-110" />
        <Words />
      </Skeleton>
      <div className={facilityGridClass}>
        {places.map((place) => (
          <Skeleton key={place} className={cardClass}>
            <SkeletonBar className="aspect-[4/3] rounded-none!" />
            <Words />
          </Skeleton>
        ))}
      </div>
    </SkeletonGroup>
  );
}

const Words = () => (
  <div className="flex flex-col justify-center gap-3 p-5 md:p-6">
    <SkeletonBar className="h-7 w-2/3" />
    <SkeletonBar className="h-17 w-full" />
    <SkeletonBar className="h-20 w-3/4" />
  </div>
);
