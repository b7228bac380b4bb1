import { AxeBuilder } from '@axe-core/playwright';
import { emptyPages, publicPages } from '../public-pages.ts';
import { expect, test } from '../story.ts';

test.use({ expectedInConsole: /404/ });

test('at most one touch target in ten is under 44 px, and none under 24 px', async ({ page, visit }) => {
  for (const path of [...publicPages, ...emptyPages]) {
    await visit(path);
    const sizes = await page
      .locator('a:visible, button:visible, input:visible, select:visible, textarea:visible')
      .evaluateAll((targets) =>
        targets
          // links in running text are as high as their text
          .filter((target) => !target.closest('p'))
          .map((target) => {
            // the label of a box to tick is part of the target
            const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
            return { name: target.textContent || target.getAttribute('aria-label'), width, height };
          })
          .filter(({ width, height }) => width > 1 && height > 1),
      );
    const under = (px: number) => sizes.filter(({ width, height }) => width < px || height < px);
    expect(under(24), path).toEqual([]);
    expect(under(44).length / sizes.length, `${path} ${JSON.stringify(under(44))}`).toBeLessThanOrEqual(0.1);
  }
});

test('every page fits a narrow screen, and a wide one at twice its size', async ({ page, visit }) => {
  // 1280 px at 200 % are 640
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 640 });
    for (const path of [...publicPages, ...emptyPages]) {
      await visit(path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

test('axe finds nothing in the open menu', async ({ page, visit }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join(' '))])).toEqual([]);
});
