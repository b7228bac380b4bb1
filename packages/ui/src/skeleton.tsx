import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export function SkeletonBar({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-small bg-line', className)} />;
}

/** A placeholder. Give it bars of the sizes of the content. */
export function Skeleton({ className, children, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      data-testid="skeleton"
      aria-hidden
      className={cx(!children && 'animate-pulse rounded-card bg-line', className)}
    >
      {children}
    </div>
  );
}

type SkeletonGroupProps = { label?: string; className?: string };

export function SkeletonGroup({
  label = 'Loading…',
  className,
  children,
}: SkeletonGroupProps & Pick<ComponentProps<'div'>, 'children'>) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** One bar for each height. */
export const Skeletons = ({
  heights,
  className = 'flex flex-col gap-5',
  label,
}: SkeletonGroupProps & { heights: string[] }) => (
  <SkeletonGroup className={className} label={label}>
    {heights.map((height, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars keep their order
      <Skeleton key={place} className={height} />
    ))}
  </SkeletonGroup>
);
