import { useSyncExternalStore } from 'react';
import { admin } from '../../api/admin.ts';

/** Asks for the figures again when the server says that something was done; tells whether it would hear so now. */
export function useLive(): boolean {
  const { stats } = admin.useUtils();
  const { status } = admin.stats.changes.useSubscription(undefined, {
    // a browser opens few connections to one site: a hidden tab has none for this
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
