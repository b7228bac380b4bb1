import { cx } from '@institute/ui/cx.ts';
import { useSyncExternalStore } from 'react';
import { admin } from '../../api/admin.ts';

/** Returns whether the connection is open. */
export function useLive(): boolean {
  const { stats } = admin.useUtils();
  const { status } = admin.stats.changes.useSubscription(undefined, {
    // Browsers limit the connections to a site, so a hidden tab closes its own.
    enabled: useSyncExternalStore(onVisibility, isVisible),
    onData: () => void stats.invalidate(),
    onError: (error) => console.error(error),
  });
  return status === 'pending';
}

const isVisible = () => document.visibilityState === 'visible';

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export function LiveStatus({ isLive }: { isLive: boolean }) {
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden className={cx('size-2.5 rounded-full', isLive ? 'bg-leaf' : 'bg-edge')} />
      {isLive ? 'Live' : 'Connecting…'}
    </p>
  );
}
