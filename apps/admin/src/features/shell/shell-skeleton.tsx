import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';

export function ShellSkeleton() {
  return (
    <div className="flex min-h-dvh">
      <div className="hidden w-64 shrink-0 flex-col gap-6 border-r border-line bg-card p-3 md:flex">
        <SkeletonBar className="h-11" />
        <SkeletonBar className="h-64" />
      </div>
      <main className="flex grow flex-col gap-4 p-4 md:px-5">
        <SkeletonGroup className="flex flex-col gap-4">
          <SkeletonBar className="h-11 w-48" />
          <Skeleton className="h-40" />
          <Skeleton className="h-64" />
        </SkeletonGroup>
      </main>
    </div>
  );
}

export function AuthSkeleton() {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      <SkeletonGroup className="w-full max-w-4xl">
        <Skeleton className="h-120 w-full" />
      </SkeletonGroup>
    </main>
  );
}
