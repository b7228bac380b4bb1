import type { Page } from '@playwright/test';
import { stopClock } from '../clock.ts';
import { expect, test } from '../story.ts';
import { button, field, goOn } from '../wizard.ts';

const toasts = (page: Page) => page.locator('[data-slot=toast]');
const shown = (page: Page) => toasts(page).filter({ visible: true });

/** On the last step of the wizard each Submit without consent shows a toast and does nothing else. */
test.beforeEach(async ({ page, visit }) => {
  await page.clock.install();
  await visit('/registration');
  await goOn(page, 'Review & Submit');
  // Otherwise a toast would close while a busy machine still looks for it.
  await stopClock(page);
});

async function submit(page: Page, visible = 1) {
  await button(page, 'Submit').click();
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(shown(page)).toHaveCount(visible, { timeout: 50 });
  }).toPass({ intervals: [0] });
}

/** Steps give the effects of each timer time to run. */
async function pass(page: Page, ms: number) {
  for (let passed = 0; passed < ms; passed += 100) await page.clock.runFor(100);
}

test('carries a title and a description, blocks no button, and closes by itself after four seconds, but not under the pointer or the focus', async ({
  page,
}) => {
  await test.step('carries a title and a description', async () => {
    await submit(page);
    await expect(shown(page)).toContainText('Please provide consent to continue');
    await expect(shown(page)).toContainText('You must agree to the terms and consent to data usage');
  });

  await test.step('does not block the buttons of the page', async () => {
    await button(page, 'Previous').click({ trial: true });
    await button(page, 'Submit').click({ trial: true });
  });

  await test.step('closes by itself after four seconds', async () => {
    await pass(page, 3800);
    await expect(shown(page)).toHaveCount(1);
    await pass(page, 800);
    await expect(shown(page)).toHaveCount(0);
  });

  await test.step('stays while the pointer is on it', async () => {
    await submit(page);
    await shown(page).hover();
    await page.clock.runFor(20_000);
    await expect(shown(page)).toHaveCount(1);
    await page.mouse.move(5, 5);
    await page.mouse.move(10, 400);
    await pass(page, 4800);
    await expect(shown(page)).toHaveCount(0);
  });

  await test.step('stays while the focus is in it', async () => {
    await submit(page);
    await shown(page).getByRole('button', { name: 'Close' }).focus();
    await page.clock.runFor(20_000);
    await expect(shown(page)).toHaveCount(1);
    await field(page, 'I agree to the terms and consent to data usage').focus();
    await pass(page, 4800);
    await expect(shown(page)).toHaveCount(0);
  });
});

test('is 356 px wide where there is room, with a gap of 14 px to the next', { tag: '@both-widths' }, async ({
  page,
  isPhone,
}) => {
  await submit(page);
  await submit(page, 2);
  await expect(async () => {
    const boxes = await Promise.all((await shown(page).all()).map((one) => one.boundingBox()));
    const [upper, lower] = boxes.sort((a, b) => (a?.y ?? 0) - (b?.y ?? 0));
    if (!isPhone) expect(upper?.width).toBe(356);
    expect(Math.round((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0))).toBe(14);
  }).toPass();
});

test('closes with a swipe of more than 20 px, and at most three are visible', async ({ page }) => {
  await test.step('closes with a swipe of more than 20 px, and stays with less', async () => {
    await submit(page);
    const swipe = async (distance: number) => {
      const box = await shown(page).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance, y, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(16);
    // The pointer on the toast stops its timer.
    await page.clock.runFor(1000);
    await expect(shown(page)).toHaveCount(1);
    await swipe(24);
    await expect(shown(page)).toHaveCount(0);

    await page.mouse.move(5, 5);
    await submit(page);
    await pass(page, 4800);
    await expect(shown(page)).toHaveCount(0);
  });

  await test.step('at most three are visible', async () => {
    for (let count = 1; count <= 5; count += 1) {
      await submit(page, Math.min(count, 3));
    }
  });
});
