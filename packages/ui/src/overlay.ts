import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';

/** Props of an overlay that Escape and Back close, and that then returns the focus. */
export function useOverlay(open: boolean, close: () => void) {
  const onCloseAutoFocus = useReturnFocus(open);
  useBackCloses(open, close);
  return { 'aria-describedby': undefined, onKeyDown: closeOnEscape(close), onCloseAutoFocus };
}

const OVERLAY_STATE = 'overlay';

/** One for each open overlay, the topmost last. */
const closersOfOpenOverlays: (() => void)[] = [];
/** Called when the browser has gone back. Undefined while it is not going back. */
let finishLeavingOverlayEntry: (() => void) | undefined;
let isListeningForBack = false;
let routerHistory: RouterHistory | undefined;

/**
 * Back closes an open overlay instead of leaving the page. An overlay that asks first may stay open, and the
 * next Back asks again. Links in a form that asks must push: the router cannot go back to replaced entries.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const closeOnBack = useEffectEvent(close);
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  const storeRouter = useEffectEvent(() => {
    routerHistory = router?.history;
  });
  useEffect(() => {
    if (!open) return;
    storeRouter();
    if (!isListeningForBack) {
      window.addEventListener('popstate', closeTopmostOverlay);
      window.addEventListener('keydown', closeOnUnfocusedEscape);
    }
    isListeningForBack = true;
    const closeOverlay = () => closeOnBack();
    closersOfOpenOverlays.push(closeOverlay);
    settleHistorySoon();
    return () => {
      closersOfOpenOverlays.splice(closersOfOpenOverlays.indexOf(closeOverlay), 1);
      settleHistorySoon();
    };
  }, [open]);
}

function closeTopmostOverlay() {
  if (finishLeavingOverlayEntry) finishLeavingOverlayEntry();
  else if (!isOverlayEntry() && closersOfOpenOverlays.length > 0) {
    // A new entry is added at once, because the next Back may come before the overlay has decided
    addHistoryEntry();
    closersOfOpenOverlays.at(-1)?.();
  }
  settleHistorySoon();
}

/**
 * Closes the topmost overlay by Escape when the page itself has the focus, as after a button was disabled.
 * Radix would give that Escape only to toasts.
 */
function closeOnUnfocusedEscape({ key, target, defaultPrevented }: globalThis.KeyboardEvent) {
  if (key === 'Escape' && isBehindOverlay(target) && !defaultPrevented) closersOfOpenOverlays.at(-1)?.();
}

const overlaySelector = '[role$=dialog]:not([data-aria-hidden]), [role=menu], [data-slot=toast]';

/**
 * True for an element outside any overlay. Such an element may have the focus beside a sheet, or when Radix
 * hides it behind a dialog.
 */
const isBehindOverlay = (target: EventTarget | null) =>
  target instanceof Element && target.closest(overlaySelector) === null;

const settleHistorySoon = () => void setTimeout(settleHistory);

/** All open overlays share one entry of the history. */
function settleHistory() {
  if (finishLeavingOverlayEntry) return;
  if (closersOfOpenOverlays.length > 0 && !isOverlayEntry()) addHistoryEntry();
  // Also leaves an entry that remained after a link was followed
  else if (closersOfOpenOverlays.length === 0 && isOverlayEntry()) leaveOverlayEntry();
}

/** The router waits at most this long for Back, which takes seconds on a cheap phone. */
const HISTORY_TIMEOUT_MS = 20_000;

/** Going back takes a moment and would undo a navigation that begins meanwhile, so the router waits. */
function leaveOverlayEntry() {
  const overlayEntryLeft = new Promise<void>((resolve) => {
    setTimeout(resolve, HISTORY_TIMEOUT_MS);
    finishLeavingOverlayEntry = () => {
      finishLeavingOverlayEntry = undefined;
      // Waits, because the router handles the same event first
      setTimeout(resolve);
    };
  });
  const unblockHistory = routerHistory?.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action }) => {
      if (action === 'PUSH' || action === 'REPLACE') await overlayEntryLeft;
      return false;
    },
  });
  void overlayEntryLeft.then(unblockHistory);
  history.back();
}

/** Bypasses the router's patched `pushState`, which would load the page again. */
const addHistoryEntry = () =>
  History.prototype.pushState.call(history, { ...history.state, [OVERLAY_STATE]: true }, '');

const isOverlayEntry = () => Boolean(history.state?.[OVERLAY_STATE]);

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
    const topmostContainer = [...document.querySelectorAll('main,[role=dialog][data-state=open]')].at(-1);
    const focusTarget = opener?.isConnected ? opener : topmostContainer;
    if (focusTarget instanceof HTMLElement) focusTarget.focus();
  };
}

/**
 * Closes an overlay by Escape. Dialogs and menus use this, because Radix gives Escape to the layer that
 * opened last, even to a toast.
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  close();
};
