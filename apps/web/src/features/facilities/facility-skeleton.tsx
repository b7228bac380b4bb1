import { Container } from '@institute/ui/container.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';

export function FacilitySkeleton() {
  return (
    <Container className="pt-4 pb-section md:pt-6">
      <SkeletonGroup label="Loading facility…">
        <Skeleton>
          <SkeletonBar className="my-2.5 h-6 w-44" />
          <SkeletonBar className="mt-2 aspect-[4/3] max-h-[34rem] w-full rounded-card! md:mt-4 md:aspect-[2/1]" />
          <div className="mt-8 grid gap-x-12 gap-y-8 lg:mt-12 lg:grid-cols-[1fr_24rem] lg:items-start">
            <div className="flex flex-col gap-4">
              <SkeletonBar className="h-8 w-40" />
              <SkeletonBar className="h-32 w-full max-w-text" />
            </div>
            <SkeletonBar className="h-48 w-full rounded-card!" />
          </div>
        </Skeleton>
      </SkeletonGroup>
    </Container>
  );
}
