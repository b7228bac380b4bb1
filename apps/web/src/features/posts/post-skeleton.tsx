import { Container } from '@institute/ui/container.tsx';
import { PageTop } from '@institute/ui/page-skeleton.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';

export function PostSkeleton() {
  return (
    <Container className="pt-4 pb-section md:pt-6">
      <PageTop />
      <SkeletonGroup label="Loading article…">
        <Skeleton>
          <SkeletonBar className="my-2.5 h-6 w-40" />
          <div className="mx-auto mt-2 flex max-w-[56.25rem] flex-col gap-6 md:mt-4 lg:gap-8">
            <div className="flex flex-col gap-3">
              <SkeletonBar className="h-6 w-44" />
              <SkeletonBar className="h-10 w-3/4" />
            </div>
            <SkeletonBar className="aspect-video w-full rounded-card!" />
            <SkeletonBar className="h-60 w-full max-w-text" />
          </div>
        </Skeleton>
      </SkeletonGroup>
    </Container>
  );
}
