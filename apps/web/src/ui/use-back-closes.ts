import { useEffect, useEffectEvent } from 'react';

const OVERLAY = 'overlay';

/** Closes each open overlay; the topmost is the last. */
const closers: (() => void)[] = [];
let isLeaving = false;
let isListening = false;

/**
 * Back closes an open overlay instead of leaving the page. An overlay that stays open, because it asks first, is
 * asked again by the next Back. Where a form may ask before it is left, links inside push: entries that replace one
 * another have the same number for the router, which then cannot go back to the form.
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
  else if (!hasEntry() && closers.length > 0) {
    // at once, because the next Back may follow before the overlay has decided
    addEntry();
    closers.at(-1)?.();
  }
  settleSoon();
}

/** After the overlays have closed and opened, and after a link has replaced the entry. */
const settleSoon = () => void setTimeout(settle);

/** All open overlays share one entry of the history. */
function settle() {
  if (isLeaving) return;
  if (closers.length > 0 && !hasEntry()) addEntry();
  // also one that a link has left behind, when Back comes to it
  else if (closers.length === 0 && hasEntry()) {
    isLeaving = true;
    history.back();
  }
}

/** Not by the router's own function: it would load the page again. */
const addEntry = () => History.prototype.pushState.call(history, { ...history.state, [OVERLAY]: true }, '');

const hasEntry = () => Boolean(history.state?.[OVERLAY]);
