import { useEffect, useEffectEvent } from 'react';

const OVERLAY = 'overlay';

/** Closes each open overlay; the topmost is the last. */
const closers: (() => void)[] = [];
let isLeaving = false;
let isListening = false;

/**
 * Back closes an open overlay instead of leaving the page. An overlay that stays open, because it asks first, is
 * asked again by the next Back. A link inside should replace the entry.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    if (!isListening) window.addEventListener('popstate', closeTopmost);
    isListening = true;
    const closer = () => onBack();
    closers.push(closer);
    settleSoon();
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      settleSoon();
    };
  }, [open]);
}

function closeTopmost() {
  if (isLeaving) isLeaving = false;
  else if (!hasEntry()) closers.at(-1)?.();
  settleSoon();
}

/** After the overlays have closed and opened, and after a link has replaced the entry. */
const settleSoon = () => void setTimeout(settle);

/** All open overlays share one entry of the history. */
function settle() {
  if (isLeaving) return;
  if (closers.length > 0 && !hasEntry()) {
    // not the router's own function: it would load the page again
    History.prototype.pushState.call(history, { ...history.state, [OVERLAY]: true }, '');
  } else if (closers.length === 0 && hasEntry()) {
    isLeaving = true;
    history.back();
  }
}

const hasEntry = () => Boolean(history.state?.[OVERLAY]);
