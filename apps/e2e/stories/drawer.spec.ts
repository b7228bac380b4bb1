import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, test } from '../story.ts';

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

test.beforeEach(async ({ page, visit }) => {
  await visit('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(drawer(page)).toBeVisible();
});

test('the menu opens from the left with its title, 288 px wide', async ({ page }) => {
  await expect(drawer(page).getByText('Menu', { exact: true })).toBeVisible();
  await expect.poll(async () => await drawer(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 288 });
});

test('its links are in order, and Register Now fills its width at the end', async ({ page }) => {
  const links = drawer(page).getByRole('link');
  const found = await links.evaluateAll((all) =>
    all.map((link) => [link.getAttribute('href'), link.textContent?.trim()]),
  );
  expect(found).toEqual([
    ['/', 'Home'],
    ['/about', 'About'],
    ['/programs', 'Programs'],
    ['/coaches', 'Trainers'],
    ['/facilities', 'Facilities'],
    ['/registration', 'Registration'],
    ['/news', 'News'],
    ['/gallery', 'Gallery'],
    ['/videos', 'Videos'],
    ['/alumni', 'Alumni'],
    ['/contact', 'Contact'],
    ['/faq', 'FAQ'],
    ['/admin/login', 'Admin Login'],
    ['/register', 'Register Now'],
  ]);
  await expect(links.first().locator('svg')).toBeVisible();
  expect((await links.last().boundingBox())?.width).toBeGreaterThan(240);
});

test('its links appear one after the other, 0.1 s apart', async ({ page }) => {
  const delays = await drawer(page)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => Number.parseFloat(getComputedStyle(item).animationDelay)));
  expect(delays).toHaveLength(13);
  for (const [index, delay] of delays.entries()) expect(delay).toBeCloseTo(index * 0.1);
});

test('choosing any link closes it', async ({ page }) => {
  for (const [name, path] of [
    ['Home', '/'],
    ['Programs', '/programs'],
  ] as const) {
    if (!(await drawer(page).isVisible())) await page.getByRole('button', { name: 'Open menu' }).click();
    await drawer(page).getByRole('link', { name, exact: true }).click();
    await expect(drawer(page)).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  }
});

test('Register Now leads to the registration', async ({ page }) => {
  await drawer(page).getByRole('link', { name: 'Register Now' }).click();
  await expect(page).toHaveURL(/\/registration$/);
  await expect(drawer(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
});

test('Escape closes it and gives the focus back to the menu button', async ({ page }) => {
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
});

test('Back closes it, and the next Back leaves the page', async ({ page }) => {
  const drawerLink = (name: string) => drawer(page).getByRole('link', { name, exact: true });
  // The history entry follows within milliseconds, and a test is faster than a thumb.
  const hasEntry = () => page.evaluate(() => Boolean(history.state?.overlay));
  await expect.poll(hasEntry).toBe(true);
  await page.goBack();
  await expect(drawer(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);

  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.poll(hasEntry).toBe(true);
  await drawerLink('News').click();
  await expect(page).toHaveURL(/\/news$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(drawer(page)).toHaveCount(0);
});

test('axe finds nothing in the open menu, which appears at once where motion is reduced', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const delays = await drawer(page)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => getComputedStyle(item).animationDelay));
  expect(new Set(delays)).toEqual(new Set(['0s']));
  await expectClean(page, 'menu');
});
