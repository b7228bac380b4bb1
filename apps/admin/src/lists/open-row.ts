import type { KeyboardEvent, SyntheticEvent } from 'react';

const CLICK_CONTROL_SELECTOR = 'a, button, input, select, textarea, label, summary';
/** A checkbox does nothing on Enter, so the row around it may open. */
const KEYBOARD_CONTROL_SELECTOR = 'a, button, input:not([type="checkbox"]), select, textarea, summary';

/** React also passes on events of a dialog that belongs to a part of the row. */
const isOutsideControls = (controls: string, { target, currentTarget }: SyntheticEvent<HTMLElement>) =>
  target instanceof Element && currentTarget.contains(target) && !target.closest(controls);

/**
 * A click beside the row's controls opens it, and so does Enter. The row has a button for this too, so it is
 * no extra stop of the Tab key.
 */
export const makeRowOpenHandlers = (open: () => void) => ({
  tabIndex: -1,
  className:
    'cursor-pointer hover:bg-paper focus-visible:outline-2! focus-visible:-outline-offset-2! focus-visible:outline-ink!',
  onClick: (event: SyntheticEvent<HTMLElement>) => {
    // A drag over text selects the text and must not open the row.
    if (isOutsideControls(CLICK_CONTROL_SELECTOR, event) && window.getSelection()?.isCollapsed !== false)
      open();
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !isOutsideControls(KEYBOARD_CONTROL_SELECTOR, event)) return;
    // The same key press must not reach the button that gets the focus.
    event.preventDefault();
    open();
  },
});
