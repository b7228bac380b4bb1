import { cx } from '../../ui/cx.ts';

/** Whether what stands here follows what happens. */
export function LiveSign({ isLive }: { isLive: boolean }) {
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden className={cx('size-2.5 rounded-full', isLive ? 'bg-leaf' : 'bg-edge')} />
      {isLive ? 'Live' : 'Connecting…'}
    </p>
  );
}
