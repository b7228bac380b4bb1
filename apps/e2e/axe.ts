import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing that the WCAG 2.2 AA rules and axe's own advice find. */
export async function expectClean(page: Page, what: string) {
  // a list that is being asked for again is paler, and an image half faded in has half its contrast
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0))));
  const { violations } = await new AxeBuilder({ page })
    // a tooltip hangs where nothing can cut it off, outside every landmark
    .exclude('[data-radix-popper-content-wrapper]')
    .options({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // a report of what passes costs time and is not read
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
