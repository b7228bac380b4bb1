import { expect, type Locator, type Page } from '@playwright/test';

/** The announcement for screen readers is a separate element. */
export const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-slot=toast]').filter({ hasText: text });

export async function expectNothingCovered(shown: Locator): Promise<void> {
  // In one step, because toasts close by themselves.
  const covered = () =>
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
  await expect.poll(covered).toEqual([]);
}
