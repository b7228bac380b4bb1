import type { Page } from '@playwright/test';
import { expect, test } from '../story.ts';
import { findButton } from '../wizard.ts';

/** What must stay clear and lies under the visible part of Back or Chat. */
const listUnderFloating = (page: Page) =>
  page.evaluate(() => {
    const parts = document.querySelectorAll(
      ':is(main, footer) :is(a, button, input, select, textarea, label, legend, dt, dd, [data-clear])',
    );
    return [...document.querySelectorAll('aside[aria-label=Shortcuts] :is(a, button)')].flatMap((pill) => {
      if (pill.hasAttribute('data-aside')) return [];
      const { left, right, top, bottom } = pill.getBoundingClientRect();
      const isFolded = pill.hasAttribute('data-folded');
      const from = isFolded && pill.hasAttribute('data-at-end') ? right - 48 : left;
      const to = isFolded && !pill.hasAttribute('data-at-end') ? left + 48 : right;
      return [...parts]
        .filter((part) => {
          const one = part.getBoundingClientRect();
          return one.width > 1 && one.left < to && one.right > from && one.top < bottom && one.bottom > top;
        })
        .map((part) => part.outerHTML.slice(0, 80));
    });
  });

for (const width of [768, 1280]) {
  test(`${width} px wide, Back and Chat float beside fields, prices and errors`, async ({ page, visit }) => {
    await page.setViewportSize({ width, height: 720 });
    for (const path of ['/programs', '/programs/1', '/contact']) {
      await visit(path);
      if (path === '/programs' && width > 1000)
        await expect(
          page.getByRole('complementary', { name: 'Shortcuts' }).getByRole('button', { name: 'Back' }),
        ).toBeInViewport();
      if (path === '/contact') await findButton(page, 'Send Message').click();
      const end = await page.evaluate(() => document.body.scrollHeight);
      for (let top = 0; top < end; top += 180) {
        await page.evaluate((y) => scrollTo(0, y), top);
        await expect.poll(() => listUnderFloating(page), `${path} at ${top}`).toEqual([]);
      }
    }
  });
}
