import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export function SkeletonBar({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-small bg-line', className)} />;
}

/** Give it bars of the sizes of the content. */
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
