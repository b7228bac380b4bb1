import type { Page } from '@playwright/test';
import { holdScripts } from '../answers.ts';
import { expect, test } from '../story.ts';
import { translateAll } from '../translate.ts';
import { expectStill, listWeights, shownImages, sumBytes, watchShifts, weigh } from '../weight.ts';
import { expectStep, findButton } from '../wizard.ts';

test.use({ scriptsAreLate: true });

const isReady = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

test('somebody who reads and follows links on a slow line loads no script', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const weights = await weigh(page);
  const session = await page.context().newCDPSession(page);
  const rate = 200_000;
  const line = { offline: false, latency: 400, downloadThroughput: rate, uploadThroughput: rate };
  await session.send('Network.emulateNetworkConditions', line);
  await page.goto('/');
  await shownImages(page, 0);
  await session.send('Network.emulateNetworkConditions', { ...line, latency: 0, downloadThroughput: -1 });
  expect(sumBytes(weights), listWeights(weights)).toBeLessThanOrEqual(95_000);
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

test('what has an address waits a second for the scripts, then goes there, once', async ({ page }) => {
  const letCome = await holdScripts(page);
  await page.goto('/gallery');
  const picture = page.getByRole('main').locator('a[aria-haspopup]').first();
  const address = String(await picture.getAttribute('href'));
  await picture.click();
  await expect(page).toHaveURL((url) => url.pathname === address);

  await page.goto('/faq');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/newsletter')) sent += 1;
  });
  const footer = page.getByRole('contentinfo');
  await footer.getByLabel('Email address').fill('slow.line@example.org');
  const subscribe = footer.getByRole('button', { name: 'Subscribe' });
  await subscribe.dblclick();
  await expect(subscribe).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('Message sent successfully')).toBeInViewport();
  expect(sent).toBe(1);
  letCome();
});

test('a press that needs scripts acts when they have come, and acts once', async ({ page }) => {
  // The second is never over
  await page.addInitScript(() => {
    const { setTimeout: setTimer } = window;
    const wait = (act: () => void, time?: number) => (time === 1000 ? 0 : setTimer(act, time));
    Object.assign(window, { setTimeout: wait });
  });
  const letCome = await holdScripts(page);
  await page.goto('/gallery');
  const picture = page.getByRole('main').locator('a[aria-haspopup]').first();
  await picture.dblclick();
  await expect(picture).toHaveAttribute('aria-busy', 'true');
  letCome();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).toHaveURL(/\/gallery/);
});

test('a language that is wanted before the scripts have come can be chosen', async ({ page }) => {
  const letCome = await holdScripts(page);
  await page.goto('/faq');
  const list = page.getByRole('combobox', { name: 'Translate this page' });
  await list.click();
  await expect(list.locator('xpath=..')).toHaveAttribute('aria-busy', 'true');
  letCome();
  await expect(list).toBeFocused();
  await expect(list.locator('option[value=sw]')).toBeAttached();
  await expect(list.locator('xpath=..')).not.toHaveAttribute('aria-busy');
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
  await isReady(page);
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
  await isReady(page);
  await expect(field).toHaveValue('Aminta');
});

test('a step that the server answered stays still when its scripts come', async ({ page }) => {
  await page.addInitScript(watchShifts, true);
  const letCome = await holdScripts(page);
  await page.goto('/registration');
  await findButton(page, 'Next').click();
  await expectStep(page, 'Program Selection');
  letCome();
  await isReady(page);
  await expectStill(page, '/registration');
});

test('a page that a translator has changed keeps what is typed, and works as it was sent', async ({
  page,
}) => {
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translateAll})(false))`);
  await page.goto('/registration');
  const field = page.locator('main [name=firstName]');
  await field.click();
  await page.keyboard.type('Amina');
  await expect(page.locator('html')).not.toHaveClass(/scripted/);
  await expect(field).toHaveValue('Amina');
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
});
