import type { Page } from '@playwright/test';
import { runUntil, stopClock } from './clock.ts';
import { expect } from './expect.ts';

/** The announcement for screen readers is a separate element. */
export const findToast = (page: Page, text: string | RegExp) =>
  page.locator('[data-slot=toast]').filter({ hasText: text });

/** Does what shows the toast and looks at what it covers. The clock stands, because toasts close by themselves. */
export async function expectNothingCovered(page: Page, text: string | RegExp, act: () => unknown) {
  const shown = findToast(page, text);
  await page.clock.install();
  await stopClock(page);
  await act();
  await runUntil(page, () => shown.isVisible());
  const listCovered = () =>
    shown.evaluateAll((these) => {
      if (!these.some((one) => one.checkVisibility())) return ['nothing: there is no such toast'];
      const toasts = [...document.querySelectorAll('[data-slot=toast]')].map((one) =>
        one.getBoundingClientRect(),
      );
      const controls = document.querySelectorAll<HTMLElement>(
        '[role$=dialog][data-state=open] :is(a, button, input, select, textarea, [role=switch])',
      );
      return [...controls]
        .filter((control) => {
          const { left, right, top, bottom } = control.getBoundingClientRect();
          const isOver = toasts.some(
            (one) => one.left < right && one.right > left && one.top < bottom && one.bottom > top,
          );
          // A control out of view, or below another dialog, is not covered by the toast.
          const x = (left + right) / 2;
          const y = (top + bottom) / 2;
          const at = document.elementFromPoint(x, y);
          return isOver && (at === control || at?.closest('[data-slot=toast]'));
        })
        .map((control) => control.ariaLabel ?? control.textContent);
    });
  await expect.poll(listCovered).toEqual([]);
  await page.clock.resume();
}
