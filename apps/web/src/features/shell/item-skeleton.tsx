import { Container } from '@institute/ui/container.tsx';
import { PageTop } from '@institute/ui/page-skeleton.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';

type ItemSkeletonProps = {
  label: string;
  className?: string;
  /** Classes with the sizes of the parts. */
  bars: readonly string[];
  aside?: readonly string[];
};

/** The page of an item while it loads. */
export function ItemSkeleton({ label, className = '', bars, aside }: ItemSkeletonProps) {
  return (
    <Container className="pt-4 pb-section md:pt-6">
      <PageTop />
      <SkeletonGroup label={label}>
        <Skeleton>
          <SkeletonBar className="my-2.5 h-6 w-44" />
          <div className={`mt-2 md:mt-4 ${className}`}>
            <Bars sizes={bars} className="gap-4" />
            {aside && <Bars sizes={aside} className="gap-6 rounded-card border border-line bg-card p-6" />}
          </div>
        </Skeleton>
      </SkeletonGroup>
    </Container>
  );
}

const Bars = ({ sizes, className }: { sizes: readonly string[]; className: string }) => (
  <div className={`flex flex-col ${className}`}>
    {sizes.map((size) => (
      <SkeletonBar key={size} className={size} />
    ))}
  </div>
);
