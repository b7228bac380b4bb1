import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** A grey bar in place of text that is loading. */
export function SkeletonBar({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-small bg-line', className)} />;
}

/** A card or row that is loading. Give it bars of the sizes of the content. */
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

/** Several placeholders in a grid or list, announced once. */
export function SkeletonGroup({
  label = 'Loading…',
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ComponentProps<'div'>['children'];
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
