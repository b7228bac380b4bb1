import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { emptyPages, publicPages } from '../public-pages.ts';
import { expect, test } from '../story.ts';

test.use({ expectedInConsole: /404/ });

/** Touch targets, except links in running text, which are as high as their text. */
const touchTargets = (page: Page) =>
  page
    .locator('a:visible, button:visible, input:visible, select:visible, textarea:visible')
    .evaluateAll((all) =>
      all
        .filter((target) => !target.closest('p'))
        .map((target) => {
          // The label of a checkbox is part of the target.
          const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
          return { name: target.textContent || target.getAttribute('aria-label'), width, height };
        })
        .filter(({ width, height }) => width > 1 && height > 1),
    );

const paths = [...publicPages, ...emptyPages];
const parts = 3;
for (let part = 0; part < parts; part += 1) {
  test(`at most one touch target in ten is under 44 px and none under 24 px, and every page fits a narrow screen and 200 % zoom, part ${part + 1}`, async ({
    page,
    visit,
  }) => {
    for (const path of paths.filter((_, place) => place % parts === part)) {
      await page.setViewportSize({ width: 390, height: 844 });
      await visit(path);
      const targets = await touchTargets(page);
      const under = (px: number) => targets.filter(({ width, height }) => width < px || height < px);
      expect(under(24), path).toEqual([]);
      const small = under(44);
      expect(small.length / targets.length, `${path} ${JSON.stringify(small)}`).toBeLessThanOrEqual(0.1);

      // 1280 px at 200 % zoom are 640 px.
      for (const width of [320, 640]) {
        await page.setViewportSize({ width, height: 640 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(width);
      }
    }
  });
}

test('axe finds nothing in the open menu', async ({ page, visit }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectClean(page, 'menu');
});
