import type { RefObject } from 'react';

/** Controls, facts, and what says that it stays clear, such as a price or an error. */
const clearSelector =
  ':is(main, footer) :is(a, button, input, select, textarea, summary, label, legend, dt, dd, td, [data-clear])';

/** Pixels. */
const FOLDED_PX = 48;

/** Folds a floating button over what must stay clear, and moves it away if its icon still covers that. */
export function keepClear(floating: RefObject<HTMLElement | null>): void {
  const placeButtons = () => {
    const bar = floating.current;
    // On a phone, and on one held sideways, the buttons stand at the end of the page
    if (!bar || getComputedStyle(bar).position !== 'fixed') return;
    const { left, top } = bar.getBoundingClientRect();
    const below = [...document.querySelectorAll(clearSelector)]
      .map((part) => part.getBoundingClientRect())
      .filter((one) => one.width && one.bottom > top && one.top < innerHeight);
    for (const button of bar.children as HTMLCollectionOf<HTMLElement>) {
      // The position without the current shift
      const start = left + button.offsetLeft;
      const end = start + button.offsetWidth;
      const y = top + button.offsetTop;
      const isCovered = (from: number, to: number) =>
        below.some(
          (one) => one.left < to && one.right > from && one.top < y + button.offsetHeight && one.bottom > y,
        );
      const [iconStart, iconEnd] =
        'atEnd' in button.dataset ? [end - FOLDED_PX, end] : [start, start + FOLDED_PX];
      button.toggleAttribute('data-folded', isCovered(start, end));
      button.toggleAttribute('data-aside', isCovered(iconStart, iconEnd));
    }
  };
  new ResizeObserver(placeButtons).observe(document.body);
  addEventListener('scroll', placeButtons, { passive: true });
  addEventListener('resize', placeButtons);
}
