import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { type Slot, slotsOf } from './windowed-lines.ts';

const OVERSCAN = 8;
/** So many lines on either side of the one with the focus are there for the next press of a key. */
const REACH = 2;

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
  // state, so that the neighbours are drawn before the next key is heard; scrolling is told of later
  const [focused, setFocused] = useState(-1);
  useLayoutEffect(() => {
    if (!isWindowed || !box.current) return;
    const now = Math.round(box.current.getBoundingClientRect().top + window.scrollY);
    if (now !== top) setTop(now);
  });

  const virtualizer = useWindowVirtualizer({
    ...{ count, gap, enabled: isWindowed, overscan: OVERSCAN, scrollMargin: top },
    estimateSize: () => estimate,
    rangeExtractor: (range) => {
      if (focused < 0 || focused >= count) return defaultRangeExtractor(range);
      // what has the focus would lose it with its line
      const kept = defaultRangeExtractor({
        ...{ count, overscan: REACH, startIndex: focused, endIndex: focused },
      });
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
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
      setFocused(line ? Number(line.dataset.index) : -1);
    },
  };
}
