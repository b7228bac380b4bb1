import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects no violations of the WCAG 2.2 AA rules and axe's best practices. */
export async function expectClean(page: Page, what: string) {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  // An element that is still fading in has less contrast.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0))));
  const { violations } = await new AxeBuilder({ page })
    // A tooltip is outside every landmark, so that nothing clips it.
    .exclude('[data-radix-popper-content-wrapper]')
    .options({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // Reporting passed checks costs time.
      resultTypes: ['violations'],
    })
    // Otherwise axe opens a blank page for each report. It needs that for frames of other sites only, whose
    // content is not ours.
    .setLegacyMode()
    .analyze();
  expect(
    violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join(' '))]),
    what,
  ).toEqual([]);
}
