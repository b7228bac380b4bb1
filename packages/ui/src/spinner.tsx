import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

/** Hidden from assistive technology, because the text beside it says what happens. */
export function Spinner({ className }: { className?: string }) {
  return (
    <LoaderCircle className={cx('size-5 shrink-0 animate-spin', className)} strokeWidth={1.75} aria-hidden />
  );
}
