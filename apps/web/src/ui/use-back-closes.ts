import { useEffect, useEffectEvent, useRef } from 'react';

const OVERLAY = 'overlay';

/**
 * Gives an open overlay an entry of the history, so that Back closes it. Returns what its own controls call to close it.
 * A link inside should replace the entry.
 */
export function useBackCloses(open: boolean, close: () => void): () => void {
  const onBack = useEffectEvent(close);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!open) return;
    isLeaving.current = false;
    // not the router's own function: it would load the page again
    History.prototype.pushState.call(history, { ...history.state, [OVERLAY]: true }, '');
    const closed = () => onBack();
    window.addEventListener('popstate', closed);
    return () => window.removeEventListener('popstate', closed);
  }, [open]);
  return () => {
    if (!history.state?.[OVERLAY]) return close();
    // a second step back would leave the page
    if (!isLeaving.current) history.back();
    isLeaving.current = true;
  };
}
