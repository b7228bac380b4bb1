import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { expect, sendRegistration, test, untilHydrated } from '../story.ts';
import { listWeights, shownImages, sumBytes, weigh } from '../weight.ts';

test.use({ isLineSlow: true });

/** Addresses of the scripts that the page asks for from now on. */
function listScripts(page: Page) {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

test('a page on a slow line is a document, whose links are prefetched when they are touched', async ({
  page,
}) => {
  const scripts = listScripts(page);
  const weights = await weigh(page);
  const session = await page.context().newCDPSession(page);
  const rate = 200_000;
  const line = { offline: false, latency: 400, downloadThroughput: rate, uploadThroughput: rate };
  await session.send('Network.emulateNetworkConditions', line);
  await page.goto('/');
  await shownImages(page, 0);
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 0, downloadThroughput: -1 });
  expect(sumBytes(weights), listWeights(weights)).toBeLessThanOrEqual(80_000);
  const far = page.getByRole('region', { name: 'Our Programs' }).locator('img');
  const asked = await far.evaluateAll((images) => images.map((image) => Reflect.get(image, 'currentSrc')));
  expect(new Set(asked)).toEqual(new Set(['']));

  await page.goto('/privacy');
  await page.getByRole('banner').getByRole('link').first().click({ delay: 300 });
  await expect(page.getByRole('region', { name: 'Our Programs' })).toBeVisible();
  // The page was on the way since the link was touched
  const delivered = await page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation');
    return Reflect.get(visit ?? {}, 'deliveryType');
  });
  expect(delivered).toBe('navigational-prefetch');
  expect(scripts).toEqual([]);
});

test('whatever a visitor does in a document, no script is asked for', async ({ page }) => {
  const scripts = listScripts(page);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-view', 'document');
  await page.mouse.wheel(0, 1500);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Mobile' });
  await menu.getByRole('link', { name: 'Programs' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('camp');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('camp');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/category=camp/);
  await page.goBack();
  await expect(page.getByRole('status').filter({ hasText: 'found' })).not.toHaveText(/^3 /);
  await page.goto('/gallery');
  const picture = page.getByRole('main').getByRole('listitem').getByRole('link').first();
  const address = String(await picture.getAttribute('href'));
  await picture.click();
  await expect(page).toHaveURL((url) => url.pathname === address);
  expect(scripts).toEqual([]);
});

test('the full page can be chosen, and less data again', async ({ page }) => {
  const footer = page.getByRole('contentinfo');
  const full = footer.getByRole('button', { name: 'Use the full page' });
  const less = footer.getByRole('button', { name: 'Use less data' });
  await page.goto('/faq');
  await expect(less).toBeVisible();
  await full.click();
  await untilHydrated(page);
  await expect(page).toHaveURL(/\/faq$/);
  await expect(full).toBeHidden();
  await less.click();
  await expect(page.locator('html')).toHaveClass('light');
  await expect(less).toHaveCount(0);
  const scripts = listScripts(page);
  await page.goto('/programs');
  expect(scripts).toEqual([]);
  await full.click();
  await untilHydrated(page);
});

/** One of each layout that has controls for scripts. */
const documents = ['/', '/about', '/programs', '/news/1', '/videos', '/faq'];

test('no page shows a control that does nothing in a document', async ({ page }) => {
  const scripts = listScripts(page);
  for (const path of documents) {
    await page.goto(path);
    const dead = page.locator('button[type=button]:not([popovertarget]), select:empty, [aria-busy=true]');
    await expect(dead.filter({ visible: true }), path).toHaveCount(0);
    await expect(page.locator('html'), path).toHaveAttribute('data-view', 'document');
  }
  expect(scripts).toEqual([]);
});

test('a visitor asks for a status and translates in documents', async ({ page, request }) => {
  const { reference } = await sendRegistration(request);
  const scripts = listScripts(page);
  const main = page.getByRole('main');
  await page.goto('/registration/status');
  await main.getByLabel('Reference').fill(reference);
  await main.getByLabel('Phone').fill('+256 700 000 099');
  await main.getByRole('button').first().click();
  await expect(main).toContainText('Status: received');
  await expectClean(page, 'the status of a registration as a document');

  await page.goto('/programs/1');
  const translation = page.getByRole('link', { name: 'Translate this page' });
  await expect(translation).toHaveAttribute('href', /^https:\/\/translate\.google\.com\/.+programs%2F1$/);
  await page.goto('/videos');
  const video = main.getByRole('listitem').first().getByRole('link');
  await expect(video).toHaveAttribute('href', /^https:/);
  expect(scripts).toEqual([]);
});
