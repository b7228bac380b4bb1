import { useLayoutEffect } from 'react';
import { Container } from './container.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from './skeleton.tsx';

/** A placeholder as high as the screen, so that the footer stays below it. */
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

/** For a page's skeleton: the router keeps the old scroll position until the page has loaded. */
export function ScrollToPageTop() {
  useLayoutEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return null;
}
