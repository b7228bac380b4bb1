import type { KeyboardEvent } from 'react';

/**
 * Radix gives Escape to the layer that opened last, even if that is a toast. Dialogs and menus use this
 * instead.
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  close();
};
