import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useDeferredValue, useLayoutEffect, useState } from 'react';

const OVERSCAN = 4;
/** Rows rendered before and after the focused one, so that the next key press reaches them. */
const REACH = 2;

type LongList = {
  box: RefObject<HTMLElement | null>;
  count: number;
  /** A list of at most this many rows is rendered whole. */
  upTo: number;
  /** Height of a row in pixels, before it is measured. */
  estimate: number;
  /** Pixels between two rows. */
  gap: number;
  /** Shows this many rows of a list that is rendered whole, and leaves space for the others. */
  first?: number | undefined;
};

/**
 * Renders only the visible rows of a list that scrolls with the page. Each row needs `data-index` and
 * `measure` as its ref.
 */
export function useWindowedRows({ box, count, upTo, estimate, gap, first = count }: LongList) {
  const isWindowed = count > upTo;
  const [top, setTop] = useState(0);
  // This is a state, not a ref, because the neighbours must be rendered before the next key press.
  const [focused, setFocused] = useState(-1);
  useLayoutEffect(() => {
    if (!isWindowed || !box.current) return;
    const now = Math.round(box.current.getBoundingClientRect().top + window.scrollY);
    if (now !== top) setTop(now);
  });

  const virtualizer = useWindowVirtualizer({
    count,
    gap,
    enabled: isWindowed,
    overscan: OVERSCAN,
    useFlushSync: false,
    scrollMargin: top,
    estimateSize: () => estimate,
    rangeExtractor: (range) => {
      if (focused < 0 || focused >= count) return defaultRangeExtractor(range);
      // Removing a focused row would lose the focus.
      const kept = defaultRangeExtractor({ count, overscan: REACH, startIndex: focused, endIndex: focused });
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
    },
  });

  const slots: Slot[] = isWindowed
    ? toSlots(
        virtualizer
          .getVirtualItems()
          .map(({ index, start, end }) => ({ index, start: start - top, end: end - top })),
        virtualizer.getTotalSize(),
        gap,
      )
    : firstSlots(count, Math.min(first, count), estimate + gap);

  return {
    slots,
    isWindowed,
    measure: isWindowed ? virtualizer.measureElement : undefined,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>('[data-index]');
      setFocused(row ? Number(row.dataset.index) : -1);
    },
  };
}

type Listed = { id: number | string };

/** About as many rows as a screen shows below the filters. */
export const FIRST_ROWS = 6;
const none: Listed[] = [];

/**
 * Number of rows to render at once when another list is shown. The others follow when the browser has time.
 * Undefined for rows that are shown already: removing them would lose the focus.
 */
export function useFirstRows(rows: Listed[] = none): number | undefined {
  const shown = useDeferredValue(rows, none);
  if (shown === rows) return undefined;
  const known = new Set(shown.map(({ id }) => id));
  return rows.slice(FIRST_ROWS).some(({ id }) => known.has(id)) ? undefined : FIRST_ROWS;
}

const firstSlots = (count: number, first: number, height: number): Slot[] => [
  ...Array.from({ length: first }, (_, index) => ({ index })),
  ...(first < count ? [{ space: (count - first) * height, after: first - 1 }] : []),
];

export type Slot = { index: number } | { space: number; after: number };

type Row = { index: number; start: number; end: number };

/** `gap` is the space that the layout puts between all elements, spacers included. */
export function toSlots(rows: Row[], total: number, gap: number): Slot[] {
  const slots: Slot[] = [];
  let end: number | null = null;
  let after = -1;
  const leaveSpace = (until: number | null) => {
    const from: number = end === null ? 0 : end + gap;
    const space = (until === null ? total : until - gap) - from;
    if (space > 0) slots.push({ space, after });
  };
  for (const row of rows) {
    leaveSpace(row.start);
    slots.push({ index: row.index });
    end = row.end;
    after = row.index;
  }
  leaveSpace(null);
  return slots;
}
