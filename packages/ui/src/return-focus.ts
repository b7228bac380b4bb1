import { useState } from 'react';

/**
 * Returns the focus to the element that had it before a dialog opened; Radix does so only for its own
 * trigger. If that element is gone, the dialog below gets the focus.
 */
export function useReturnFocus(open: boolean) {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open && typeof document !== 'undefined') setOpener(document.activeElement);
  }

  return (event: Event) => {
    event.preventDefault();
    // a new page may have taken the focus while the dialog was closing
    if (document.activeElement && document.activeElement !== document.body) return;
    // dialogs follow the page in the document, so the last one is on top
    const below = [...document.querySelectorAll('main,[role=dialog][data-state=open]')].at(-1);
    const target = opener?.isConnected ? opener : below;
    if (target instanceof HTMLElement) target.focus();
  };
}
