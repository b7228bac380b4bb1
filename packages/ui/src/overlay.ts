import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';

/** Escape and Back close it, and the focus returns. */
export function useOverlay(open: boolean, close: () => void) {
  const onCloseAutoFocus = useReturnFocus(open);
  useBackCloses(open, close);
  return { 'aria-describedby': undefined, onKeyDown: closeOnEscape(close), onCloseAutoFocus };
}

const OVERLAY_STATE = 'overlay';

/** One for each open overlay, the topmost last. */
const openClosers: (() => void)[] = [];
/** Called when the browser has gone back. Undefined while it is not going back. */
let afterLeaving: (() => void) | undefined;
let isListening = false;
let routerHistory: RouterHistory | undefined;

/**
 * Back closes an open overlay instead of leaving the page. An overlay that asks first may stay open, and the
 * next Back asks again. Links in a form that asks must push: the router cannot go back to replaced entries.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  const storeRouter = useEffectEvent(() => {
    routerHistory = router?.history;
  });
  useEffect(() => {
    if (!open) return;
    storeRouter();
    if (!isListening) {
      window.addEventListener('popstate', closeTopmost);
      window.addEventListener('keydown', closeUnfocused);
    }
    isListening = true;
    const closeOverlay = () => onBack();
    openClosers.push(closeOverlay);
    settleSoon();
    return () => {
      openClosers.splice(openClosers.indexOf(closeOverlay), 1);
      settleSoon();
    };
  }, [open]);
}

function closeTopmost() {
  if (afterLeaving) afterLeaving();
  else if (!hasEntry() && openClosers.length > 0) {
    // Added at once, because the next Back may come before the overlay has decided
    addEntry();
    openClosers.at(-1)?.();
  }
  settleSoon();
}

/** A disabled button leaves the focus to the page, where Radix gives Escape only to toasts. */
function closeUnfocused({ key, target, defaultPrevented }: globalThis.KeyboardEvent) {
  if (key === 'Escape' && isBehind(target) && !defaultPrevented) openClosers.at(-1)?.();
}

const overlaySelector = '[role$=dialog]:not([data-aria-hidden]), [role=menu], [data-slot=toast]';

/** Whether the page has the focus, which stays in use beside a sheet, or what Radix hides behind a dialog. */
const isBehind = (target: EventTarget | null) =>
  target instanceof Element && target.closest(overlaySelector) === null;

const settleSoon = () => void setTimeout(settleHistory);

/** All open overlays share one entry of the history. */
function settleHistory() {
  if (afterLeaving) return;
  if (openClosers.length > 0 && !hasEntry()) addEntry();
  // Also leaves an entry that a link has left behind
  else if (openClosers.length === 0 && hasEntry()) leaveEntry();
}

/** The router waits at most this long for Back, which takes seconds on a cheap phone. */
const HISTORY_TIMEOUT_MS = 20_000;

/** Going back takes a moment and would undo a navigation that begins meanwhile, so the router waits. */
function leaveEntry() {
  const leaving = new Promise<void>((resolve) => {
    setTimeout(resolve, HISTORY_TIMEOUT_MS);
    afterLeaving = () => {
      afterLeaving = undefined;
      // The router handles the same event first
      setTimeout(resolve);
    };
  });
  const unblock = routerHistory?.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action }) => {
      if (action === 'PUSH' || action === 'REPLACE') await leaving;
      return false;
    },
  });
  void leaving.then(unblock);
  history.back();
}

/** Bypasses the router's patched `pushState`, which would load the page again. */
const addEntry = () =>
  History.prototype.pushState.call(history, { ...history.state, [OVERLAY_STATE]: true }, '');

const hasEntry = () => Boolean(history.state?.[OVERLAY_STATE]);

/**
 * Returns the focus to the element that had it; Radix does so only for its trigger. If that element is gone,
 * the dialog below gets the focus.
 */
function useReturnFocus(open: boolean) {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open && typeof document !== 'undefined') setOpener(document.activeElement);
  }

  return (event: Event) => {
    event.preventDefault();
    // A new page may have taken the focus while the dialog was closing
    if (document.activeElement && document.activeElement !== document.body) return;
    // Dialogs follow the page in the document, so the last one is on top
    const below = [...document.querySelectorAll('main,[role=dialog][data-state=open]')].at(-1);
    const target = opener?.isConnected ? opener : below;
    if (target instanceof HTMLElement) target.focus();
  };
}

/**
 * Radix gives Escape to the layer that opened last, even if that is a toast. Dialogs and menus use this
 * instead.
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  close();
};
