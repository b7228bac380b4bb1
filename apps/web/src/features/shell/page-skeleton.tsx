import { Container } from '../../ui/container.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '../../ui/skeleton.tsx';

/** Shown while a page without its own skeleton is loading. */
export function PageSkeleton() {
  return (
    <Container className="py-section">
      <SkeletonGroup className="flex flex-col gap-5">
        <SkeletonBar className="h-10 w-2/3 max-w-md" />
        <SkeletonBar className="h-5 w-full max-w-xl" />
        <Skeleton className="h-64 w-full" />
      </SkeletonGroup>
    </Container>
  );
}
