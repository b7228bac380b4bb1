import { Skeleton, SkeletonGroup } from '@institute/ui/skeleton.tsx';

export function AuthSkeleton() {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      <SkeletonGroup className="w-full max-w-4xl">
        <Skeleton className="h-120 w-full" />
      </SkeletonGroup>
    </main>
  );
}
