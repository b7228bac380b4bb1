import { cx } from '@institute/ui/cx.ts';
import type { FocusEvent, SyntheticEvent } from 'react';

/** What folds words away is smaller than they are: a cut text, or the hidden words behind "+2". */
const cutPartSelector = '[class*=truncate], [data-folded]';

const isCellTextCut = (cell: HTMLElement) =>
  [cell, ...cell.querySelectorAll(cutPartSelector)].some((part) => part.scrollWidth > part.clientWidth);

/** The mouse finds a cut text whole in the title of its cell. */
export function addTitleToCutCell({ target }: SyntheticEvent) {
  const cellAtTarget = target instanceof Element && target.closest('td');
  if (cellAtTarget) cellAtTarget.title = isCellTextCut(cellAtTarget) ? cellAtTarget.innerText : '';
}

/** The keyboard has no hover, so the cut cells of the row that it is in wrap. No cell is a stop of its own. */
export function unfoldRow(event: FocusEvent<HTMLElement>) {
  foldRows(event);
  if (!event.target.matches(':focus-visible')) return;
  const cellsOfRow = event.target.closest('tr')?.cells ?? [];
  for (const cell of [...cellsOfRow].filter(isCellTextCut)) cell.dataset.whole = '';
}

export function foldRows({ currentTarget }: FocusEvent<HTMLElement>) {
  for (const cell of currentTarget.querySelectorAll('[data-whole]')) cell.removeAttribute('data-whole');
}

/** Classes of a cell that can be cut. */
export const foldableClass = cx(
  'group/cell data-whole:py-1.5 data-whole:wrap-anywhere data-whole:whitespace-normal!',
  'data-whole:[&_[class*=truncate]]:h-auto! data-whole:[&_[class*=truncate]]:flex-wrap data-whole:[&_[class*=truncate]]:whitespace-normal!',
  'data-whole:[&_wbr]:inline!',
);
