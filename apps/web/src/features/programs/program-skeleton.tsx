import { Container } from '@institute/ui/container.tsx';
import { PageTop } from '@institute/ui/page-skeleton.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';

const facts = ['price', 'duration', 'schedule', 'size', 'category'];

export function ProgramSkeleton() {
  return (
    <Container className="pt-4 pb-section md:pt-6">
      <PageTop />
      <SkeletonGroup label="Loading program…">
        <Skeleton>
          <SkeletonBar className="my-2.5 h-6 w-44" />
          <div className="mt-2 grid gap-x-12 gap-y-8 md:mt-4 lg:grid-cols-[1fr_22rem] lg:items-start">
            <div className="flex flex-col gap-4">
              <SkeletonBar className="h-6 w-20" />
              <SkeletonBar className="h-10 w-3/4" />
              <SkeletonBar className="mt-2 aspect-video w-full rounded-card!" />
              <SkeletonBar className="mt-4 h-40 w-full max-w-text" />
            </div>
            <div className="flex flex-col gap-6 rounded-card border border-line bg-card p-6">
              {facts.map((fact) => (
                <SkeletonBar key={fact} className="h-9 w-3/4" />
              ))}
              <SkeletonBar className="h-12 w-full" />
            </div>
          </div>
        </Skeleton>
      </SkeletonGroup>
    </Container>
  );
}
