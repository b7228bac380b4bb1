import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

/** Decoration: the words beside it say what is under way. */
export function Spinner({ className }: { className?: string }) {
  return (
    <LoaderCircle className={cx('size-5 shrink-0 animate-spin', className)} strokeWidth={1.75} aria-hidden />
  );
}
