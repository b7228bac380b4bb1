import type { KeyboardEvent, SyntheticEvent } from 'react';

const CLICKED = 'a, button, input, select, textarea, label, summary';
/** A box does nothing on Enter, so the row around it may. */
const ENTERED = 'a, button, input:not([type="checkbox"]), select, textarea, summary';

/** React also passes on what happens in a dialog that belongs to a part of the row. */
const isBeside = (controls: string, { target, currentTarget }: SyntheticEvent<HTMLElement>) =>
  target instanceof Element && currentTarget.contains(target) && !target.closest(controls);

/**
 * Props of a row that a click beside its controls opens, and Enter. Its button opens it too, so the row is no further
 * stop of the Tab key.
 */
export const openedBy = (open: () => void) => ({
  tabIndex: -1,
  className:
    'cursor-pointer hover:bg-paper focus-visible:outline-2! focus-visible:-outline-offset-2! focus-visible:outline-ink!',
  onClick: (event: SyntheticEvent<HTMLElement>) => {
    // dragging over text selects it
    if (isBeside(CLICKED, event) && window.getSelection()?.isCollapsed !== false) open();
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !isBeside(ENTERED, event)) return;
    // the same press must not reach the button that gets the focus
    event.preventDefault();
    open();
  },
});
