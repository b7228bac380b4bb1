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

for (const height of [844, 640]) {
  test(`on a phone of ${height} px no price or place left lies under Back and Chat`, async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 390, height });
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
}

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
        await expect(shortcuts(page).getByRole('button', { name: 'Back' })).toBeInViewport();
      if (path === '/contact') await findButton(page, 'Send Message').click();
      const end = await page.evaluate(() => document.body.scrollHeight);
      for (let top = 0; top < end; top += 180) {
        await page.evaluate((y) => scrollTo(0, y), top);
        await expect.poll(() => listUnderFloating(page), `${path} at ${top}`).toEqual([]);
      }
    }
  });
}

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
