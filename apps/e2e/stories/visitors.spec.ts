import type { Page } from '@playwright/test';
import { expect, test } from '../story.ts';
import { findButton, goOn } from '../wizard.ts';

const shortcuts = (page: Page) => page.getByRole('complementary', { name: 'Shortcuts' });

/** Controls and words of the page that share pixels with Back or Chat. */
const listCovered = (page: Page) =>
  page.evaluate(() => {
    const pills = [...document.querySelectorAll('aside[aria-label=Shortcuts] :is(a, button)')].map((pill) =>
      pill.getBoundingClientRect(),
    );
    const isUnder = (one: DOMRect) =>
      one.width > 1 &&
      pills.some(
        (pill) =>
          one.left < pill.right && one.right > pill.left && one.top < pill.bottom && one.bottom > pill.top,
      );
    const parts = document.querySelectorAll<HTMLElement>(
      ':is(main, footer) :is(a, button, input, select, textarea, p, li, dt, dd, label, legend, [role=alert])',
    );
    return [...parts]
      .filter((part) => isUnder(part.getBoundingClientRect()))
      .map((part) => part.outerHTML.slice(0, 80));
  });

test('on a phone Back and Chat cover nothing of a form that has the focus or an error', async ({
  page,
  visit,
}) => {
  await visit('/contact');
  const controls = page.getByRole('main').locator('form :is(input, textarea, select, button)');
  for (const control of await controls.all()) {
    if (!(await control.isVisible())) continue;
    await control.focus();
    expect(await listCovered(page)).toEqual([]);
  }
  await findButton(page, 'Send Message').click();
  await expect(page.getByRole('main').locator('[aria-invalid=true]').first()).toBeFocused();
  expect(await listCovered(page)).toEqual([]);

  await visit('/registration');
  await goOn(page, 'Review & Submit');
  await findButton(page, 'Submit').click();
  await expect(page.getByRole('main').locator('[aria-invalid=true]:focus')).toBeVisible();
  expect(await listCovered(page)).toEqual([]);
});

test('on a phone no price or place left lies under Back and Chat', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  for (const path of ['/programs', '/programs/1', '/']) {
    await visit(path);
    const end = await page.evaluate(() => document.body.scrollHeight);
    for (let top = 0; top < end; top += 240) {
      await page.evaluate((y) => scrollTo(0, y), top);
      expect(await listCovered(page), `${path} at ${top}`).toEqual([]);
    }
    await expect(shortcuts(page).getByRole('link', { name: 'Chat with us' })).toBeInViewport({ ratio: 1 });
  }
});

test.describe('the foot of a page on a phone', () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled });

      test('is at most 600 px, with nothing below the last line, and unfolds', async ({ page }) => {
        await page.goto('/registration/status');
        const footer = page.getByRole('contentinfo');
        expect((await footer.boundingBox())?.height).toBeLessThanOrEqual(600);
        const [last, end] = await page.evaluate(() => [
          Math.max(
            ...[...document.querySelectorAll('footer a, footer button, aside a')].map(
              (one) => one.getBoundingClientRect().bottom,
            ),
          ),
          document.documentElement.getBoundingClientRect().bottom,
        ]);
        expect((end ?? 0) - (last ?? 0)).toBeLessThanOrEqual(16);

        const trainers = footer.getByRole('link', { name: 'Trainers' });
        await expect(trainers).toBeHidden();
        await footer.locator('summary').first().click();
        await expect(trainers).toBeVisible();
        await trainers.click();
        await expect(page).toHaveURL(/\/coaches$/);
      });
    });
  }
});

test('the page of the newsletter has its field unfolded', async ({ page, visit }) => {
  await visit('/faq');
  const field = page.getByRole('contentinfo').getByLabel('Email address');
  await expect(field).toBeHidden();
  await visit('/newsletter');
  await page.getByRole('link', { name: 'Subscribe below' }).click();
  await expect(field).toBeInViewport();
});
