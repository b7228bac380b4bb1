import { Container } from './container.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from './skeleton.tsx';

/** Shown while a page without its own skeleton, or the texts of a page, are loading. What follows stays below the screen. */
export function PageSkeleton() {
  return (
    <Container className="min-h-dvh py-section">
      <SkeletonGroup className="flex flex-col gap-5">
        <SkeletonBar className="h-10 w-2/3 max-w-md" />
        <SkeletonBar className="h-5 w-full max-w-xl" />
        <Skeleton className="h-64 w-full" />
      </SkeletonGroup>
    </Container>
  );
}
