import type { RefObject } from 'react';

/**
 * Selects what floating buttons must not cover: controls, facts, and elements marked `data-clear`, such as a
 * price or an error.
 */
const keptClearSelector =
  ':is(main, footer) :is(a, button, input, select, textarea, summary, label, legend, dt, dd, td, [data-clear])';

/** Width of a folded button in pixels. */
const FOLDED_BUTTON_PX = 48;

/** Folds a floating button that covers a selected element, and moves it away if its icon still covers one. */
export function keepButtonsClear(floating: RefObject<HTMLElement | null>): void {
  const placeButtons = () => {
    const buttonBar = floating.current;
    // On phones, also in landscape, the buttons stand at the end of the page instead of floating
    if (!buttonBar || getComputedStyle(buttonBar).position !== 'fixed') return;
    const { left, top } = buttonBar.getBoundingClientRect();
    const coveredElements = [...document.querySelectorAll(keptClearSelector)]
      .map((part) => part.getBoundingClientRect())
      .filter((one) => one.width && one.bottom > top && one.top < innerHeight);
    for (const button of buttonBar.children as HTMLCollectionOf<HTMLElement>) {
      // The positions leave out the shift that the button may have now
      const buttonLeft = left + button.offsetLeft;
      const buttonRight = buttonLeft + button.offsetWidth;
      const buttonTop = top + button.offsetTop;
      const isAreaCovered = (from: number, to: number) =>
        coveredElements.some(
          (one) =>
            one.left < to &&
            one.right > from &&
            one.top < buttonTop + button.offsetHeight &&
            one.bottom > buttonTop,
        );
      const [iconStart, iconEnd] =
        'atEnd' in button.dataset
          ? [buttonRight - FOLDED_BUTTON_PX, buttonRight]
          : [buttonLeft, buttonLeft + FOLDED_BUTTON_PX];
      button.toggleAttribute('data-folded', isAreaCovered(buttonLeft, buttonRight));
      button.toggleAttribute('data-aside', isAreaCovered(iconStart, iconEnd));
    }
  };
  new ResizeObserver(placeButtons).observe(document.body);
  addEventListener('scroll', placeButtons, { passive: true });
  addEventListener('resize', placeButtons);
}
