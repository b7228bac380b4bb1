import { type RefObject, useEffect } from 'react';

const controlSelector = ':is(main, footer) :is(a, button, input, select, textarea, summary)';

/** Pixels. */
const FOLDED_PX = 48;

/** Folds a floating button over a control, and moves it away if its icon still covers one. */
export function useStepAside(floating: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const placeButtons = () => {
      const bar = floating.current;
      if (!bar) return;
      const { left, top } = bar.getBoundingClientRect();
      const below = [...document.querySelectorAll(controlSelector)]
        .map((control) => control.getBoundingClientRect())
        .filter((one) => one.width && one.bottom > top && one.top < innerHeight);
      for (const button of bar.children as HTMLCollectionOf<HTMLElement>) {
        // The position without the current shift
        const start = left + button.offsetLeft;
        const end = start + button.offsetWidth;
        const y = top + button.offsetTop;
        const isControlCovered = (from: number, to: number) =>
          below.some(
            (one) => one.left < to && one.right > from && one.top < y + button.offsetHeight && one.bottom > y,
          );
        const [iconStart, iconEnd] =
          'atEnd' in button.dataset ? [end - FOLDED_PX, end] : [start, start + FOLDED_PX];
        button.toggleAttribute('data-folded', isControlCovered(start, end));
        button.toggleAttribute('data-aside', isControlCovered(iconStart, iconEnd));
      }
    };
    const size = new ResizeObserver(placeButtons);
    size.observe(document.body);
    addEventListener('scroll', placeButtons, { passive: true });
    addEventListener('resize', placeButtons);
    return () => {
      size.disconnect();
      removeEventListener('scroll', placeButtons);
      removeEventListener('resize', placeButtons);
    };
  }, [floating]);
}
