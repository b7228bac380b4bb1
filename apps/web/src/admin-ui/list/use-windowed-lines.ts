import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Slot, slotsOf } from './windowed-lines.ts';

const OVERSCAN = 8;

type LongList = {
  /** What holds the lines. */
  box: RefObject<HTMLElement | null>;
  count: number;
  /** Up to so many are simply all there. */
  upTo: number;
  /** How high a line is, before it is measured. */
  estimate: number;
  /** What the layout puts between two lines, in pixels. */
  gap: number;
};

/** Of a list that scrolls with the page, only the lines in view; each carries `data-index` and `measure`. */
export function useWindowedLines({ box, count, upTo, estimate, gap }: LongList) {
  const isWindowed = count > upTo;
  const [top, setTop] = useState(0);
  const focused = useRef(-1);
  useLayoutEffect(() => {
    if (!isWindowed || !box.current) return;
    const now = Math.round(box.current.getBoundingClientRect().top + window.scrollY);
    if (now !== top) setTop(now);
  });

  const virtualizer = useWindowVirtualizer({
    ...{ count, gap, enabled: isWindowed, overscan: OVERSCAN, scrollMargin: top },
    estimateSize: () => estimate,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const kept = focused.current;
      // what has the focus would lose it with its line
      if (kept < 0 || kept >= count || shown.includes(kept)) return shown;
      return [...shown, kept].sort((a, b) => a - b);
    },
  });

  const slots: Slot[] = isWindowed
    ? slotsOf(
        virtualizer.getVirtualItems().map(({ index, start, end }) => ({
          ...{ index, start: start - top, end: end - top },
        })),
        virtualizer.getTotalSize(),
        gap,
      )
    : Array.from({ length: count }, (_, index) => ({ index }));

  return {
    slots,
    isWindowed,
    measure: isWindowed ? virtualizer.measureElement : undefined,
    onFocus: ({ target }: FocusEvent) => {
      const line = target.closest<HTMLElement>('[data-index]');
      focused.current = line ? Number(line.dataset.index) : -1;
    },
  };
}
