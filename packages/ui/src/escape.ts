import type { KeyboardEvent } from 'react';

/** For the content of a dialog or menu: Radix gives Escape to the layer that opened last, also when that is a toast. */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  close();
};
