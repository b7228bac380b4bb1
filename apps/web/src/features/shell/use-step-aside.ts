import { type RefObject, useEffect } from 'react';

const controls = ':is(main, footer) :is(a, button, input, select, textarea, summary)';

/** Folds a floating button that lies over a control, and moves it out of view if its icon still does. */
export function useStepAside(floating: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const placeButtons = () => {
      const bar = floating.current;
      if (!bar) return;
      const { left, top } = bar.getBoundingClientRect();
      const below = [...document.querySelectorAll(controls)]
        .map((control) => control.getBoundingClientRect())
        .filter((one) => one.width && one.bottom > top && one.top < innerHeight);
      for (const button of bar.children as HTMLCollectionOf<HTMLElement>) {
        // Without what moves it
        const coversControl = () => {
          const x = left + button.offsetLeft;
          const y = top + button.offsetTop;
          return below.some(
            (one) =>
              one.left < x + button.offsetWidth &&
              one.right > x &&
              one.top < y + button.offsetHeight &&
              one.bottom > y,
          );
        };
        button.toggleAttribute('data-folded', false);
        button.toggleAttribute('data-folded', coversControl());
        button.toggleAttribute('data-aside', coversControl());
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
