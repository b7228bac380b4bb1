import type { Page } from '@playwright/test';
import { holdScripts } from '../answers.ts';
import { expect, test, untilHydrated } from '../story.ts';
import { translateAll } from '../translate.ts';
import { expectStill, listWeights, shownImages, sumBytes, watchShifts, weigh } from '../weight.ts';
import { expectStep, findButton } from '../wizard.ts';

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
  // Its page was on the way since the link was touched
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

test('what is typed keeps its place while the scripts come, and brings them by itself after a reload', async ({
  page,
}) => {
  await page.addInitScript(watchShifts, true);
  const letCome = await holdScripts(page);
  await page.goto('/registration');
  const field = page.locator('main [name=firstName]');
  const caret = () => field.evaluate((input: HTMLInputElement) => input.selectionStart);
  await field.fill('Amina');
  await page.keyboard.press('ArrowLeft');
  letCome();
  await untilHydrated(page);
  await expect(field).toBeFocused();
  expect(await caret()).toBe(4);
  await page.keyboard.type('t');
  await expect(field).toHaveValue('Aminta');
  // The chat button folds beside a field
  await expectStill(page, '/registration');
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('registration-draft')))
    .toContain('Aminta');
  await page.reload();
  await untilHydrated(page);
  await expect(field).toHaveValue('Aminta');
});

test('a step that the server answered stays still when its scripts come', async ({ page }) => {
  await page.addInitScript(watchShifts, true);
  const letCome = await holdScripts(page);
  await page.goto('/registration');
  await findButton(page, 'Next').click();
  await expectStep(page, 'Program Selection');
  letCome();
  await untilHydrated(page);
  await expectStill(page, '/registration');
});

test('a page that a translator has changed keeps what is typed, and works as it was sent', async ({
  page,
}) => {
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translateAll})(false))`);
  const letCome = await holdScripts(page);
  await page.goto('/registration');
  const field = page.locator('main [name=firstName]');
  await field.click();
  await page.keyboard.type('Amina');
  letCome();
  await expect(page.locator('html')).not.toHaveClass(/scripted/);
  await expect(field).toHaveValue('Amina');
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
});
