import { cx } from '@institute/ui/cx.ts';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { featuredClass, postGridClass } from './post-card.tsx';

const cardClass = 'overflow-hidden rounded-card border border-line bg-card';
const places = [1, 2, 3, 4, 5, 6];

export function PostsSkeleton() {
  return (
    <SkeletonGroup label="Loading articles…" className="flex flex-col gap-5 lg:gap-6">
      <Skeleton className={cx(cardClass, featuredClass)}>
        <SkeletonBar className="aspect-[16/10] rounded-none!" />
        <Words />
      </Skeleton>
      <PostCardSkeletons />
    </SkeletonGroup>
  );
}

export const RelatedSkeleton = () => (
  <SkeletonGroup label="Loading articles…">
    <PostCardSkeletons count={3} />
  </SkeletonGroup>
);

const PostCardSkeletons = ({ count = places.length }: { count?: number }) => (
  <div className={postGridClass}>
    {places.slice(0, count).map((place) => (
      <Skeleton key={place} className={cardClass}>
        <SkeletonBar className="aspect-[3/2] rounded-none!" />
        <Words />
      </Skeleton>
    ))}
  </div>
);

const Words = () => (
  <div className="flex flex-col justify-center gap-3 p-5 md:p-6">
    <SkeletonBar className="h-6 w-40" />
    <SkeletonBar className="h-7 w-full" />
    <SkeletonBar className="h-17 w-full" />
  </div>
);
