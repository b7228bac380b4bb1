import type { Page } from '@playwright/test';
import { holdScripts } from '../answers.ts';
import { expect, test, untilHydrated } from '../story.ts';
import { expectStill, watchShifts } from '../weight.ts';
import { findButton } from '../wizard.ts';

/** The scripts load when the returned function is called. */
async function openWithoutScripts(page: Page, path: string) {
  const letCome = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  return letCome;
}

test('before the scripts have come, a carousel moves, and it goes on from there', async ({ page }) => {
  const letCome = await openWithoutScripts(page, '/');
  const carousel = page.getByRole('region', { name: 'Our Programs' });
  await carousel.getByRole('link', { name: 'Go to slide 4' }).click();
  await expect(carousel.getByRole('group', { name: /^4 of/ }).getByRole('link')).toBeInViewport();

  letCome();
  await untilHydrated(page);
  await expect(carousel.getByRole('link', { name: 'Go to slide 4' })).toHaveAttribute('aria-current', 'true');
  await expect(carousel.getByRole('group', { name: /^4 of/ }).getByRole('link')).toBeInViewport();
  await carousel.getByRole('button', { name: 'Previous slide' }).click();
  await expect(carousel.getByRole('group', { name: /^3 of/ }).getByRole('link')).toBeInViewport();
  await expect(carousel.locator('[aria-roledescription=slide]:not([inert])')).toHaveCount(1);
});

test('a page that was scrolled before the scripts have come stays there, and Back returns to it', async ({
  page,
}) => {
  const letCome = await openWithoutScripts(page, '/');
  const heading = page.getByRole('heading', { name: 'Our Partners' });
  await heading.evaluate((element) => element.scrollIntoView());
  await expect(heading).toBeInViewport();
  letCome();
  await untilHydrated(page);
  // Hydration may scroll the page until then.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(heading).toBeInViewport();

  // A real click may scroll the page.
  await page.getByRole('link', { name: 'All programs' }).dispatchEvent('click');
  await expect(page).toHaveURL(/\/programs$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.goBack();
  await expect(heading).toBeInViewport();
});

test('a menu that was opened before the scripts have come stays open', async ({ page }) => {
  const letCome = await openWithoutScripts(page, '/');
  const gallery = page.getByRole('navigation', { name: 'Mobile' }).getByRole('link', { name: 'Gallery' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(gallery).toBeVisible();

  letCome();
  await untilHydrated(page);
  await expect(gallery).toBeVisible();
  // From here on Back closes it
  await page.waitForFunction(() => Boolean(history.state?.overlay));
  await page.goBack();
  await expect(gallery).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
});

test('a filter that is chosen before the scripts have come is applied', async ({ page }) => {
  const letCome = await openWithoutScripts(page, '/programs');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('camp');
  letCome();
  await untilHydrated(page);
  await expect(page).toHaveURL(/\/programs\?category=camp/);
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toHaveText('3 programs found');
  await expect(page.getByRole('link', { name: 'Football & Netball Camp' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Category' }).selectOption('all');
  await expect(page).toHaveURL(/\/programs(#catalog)?$/);
});

for (const moment of ['the page is ready', 'React knows it'])
  test(`a link that is followed as soon as ${moment} does not make React render the page anew`, async ({
    page,
  }) => {
    await page.addInitScript((isReady) => {
      const findLink = () => document.querySelector<HTMLElement>('nav[aria-label="Main"] a[href="/faq"]');
      if (isReady) return addEventListener('hydrated', () => findLink()?.click());
      const whenIdle = requestIdleCallback;
      // The shell asks when it is hydrated, and parts of the page are not yet
      window.requestIdleCallback = (act, options) => {
        if (Object.keys(findLink() ?? {}).some((key) => key.startsWith('__react'))) findLink()?.click();
        return whenIdle(act, options);
      };
    }, moment === 'the page is ready');
    await page.goto('/');
    // The console stays empty
    await expect(page.getByRole('heading', { name: 'Registration & Fees' })).toBeVisible();
  });

test('what only scripts can do is not seen before, and then appears without moving anything', async ({
  page,
}) => {
  await page.addInitScript(watchShifts, true);
  const letCome = await openWithoutScripts(page, '/donations');
  await page.getByRole('main').getByLabel('Custom Amount').fill('7');
  await expect(findButton(page, '$ 5')).toBeHidden();
  letCome();
  await expect(findButton(page, '$ 5')).toBeVisible();
  await expect(page.getByRole('main').getByLabel('Custom Amount')).toHaveValue('7');
  await expectStill(page, '/donations');
});
