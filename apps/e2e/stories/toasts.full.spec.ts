import { runUntil, stopClock } from '../clock.ts';
import { bothWidths, expect, test } from '../story.ts';
import { findButton, goOn } from '../wizard.ts';

test('toasts are 356 px wide where there is room, stand 14 px apart, and block no button', async ({
  page,
  visit,
}) => {
  await page.clock.install();
  await visit('/registration');
  await goOn(page, 'Review & Submit');
  // Otherwise a toast would close while a busy machine still looks for it.
  await stopClock(page);
  const shown = page.locator('[data-slot=toast]').filter({ visible: true });
  for (const count of [1, 2]) {
    // Each Submit without consent shows a toast and does nothing else.
    await findButton(page, 'Submit').click();
    await runUntil(page, async () => (await shown.count()) === count);
  }
  for (const viewport of bothWidths) {
    await page.setViewportSize(viewport);
    await expect(async () => {
      const boxes = await Promise.all((await shown.all()).map((one) => one.boundingBox()));
      const [upper, lower] = boxes.sort((a, b) => (a?.y ?? 0) - (b?.y ?? 0));
      if (viewport.width > 400) expect(upper?.width).toBe(356);
      expect(Math.round((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0))).toBe(14);
    }).toPass();
    for (const name of ['Previous', 'Submit']) await findButton(page, name).click({ trial: true });
  }
});
