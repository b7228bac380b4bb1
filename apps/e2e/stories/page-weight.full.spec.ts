import { expectClean } from '../axe.ts';
import { stallingProxy } from '../stalling-proxy.ts';
import { expect, test, untilHydrated } from '../story.ts';
import {
  expectLight,
  expectStill,
  listWeights,
  shownImages,
  sumBytes,
  watchShifts,
  weigh,
} from '../weight.ts';

/** A list, an item with pictures, the largest form, and many pictures. */
const pages = ['/programs', '/programs/1', '/registration', '/gallery'];

test('pages are light, contact no other host and do not shift', async ({ browser, baseURL }) => {
  for (const path of pages) await expectLight(browser, String(baseURL), path);
});

test.describe('on a slow connection', () => {
  // The page's address at the proxy may differ from the one that its scripts expect.
  test.use({ expectedStrangers: /./ });

  test('what is painted first stays where it is when the rest of the page arrives', async ({
    page,
    baseURL,
  }) => {
    const proxy = await stallingProxy(String(baseURL), { inPieces: true });
    await page.addInitScript(watchShifts, true);
    for (const [path, width] of [
      ['/', 390],
      ['/programs', 390],
      ['/news', 1280],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(proxy.url + path);
      await untilHydrated(page);
      await shownImages(page, 0);
      await expectStill(page, `${path} at ${width} px`);
    }
    proxy.close();
  });
});

test('light mode shows images on tap, and the footer remembers the choice', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    serviceWorkers: 'allow',
    extraHTTPHeaders: { 'save-data': 'on' },
  });
  const page = await context.newPage();
  const weights = await weigh(page);
  await page.goto('/');
  // Only such images would be loaded later.
  await expect(page.locator('img[loading=lazy]')).toHaveCount(0);
  expect(sumBytes(weights), listWeights(weights)).toBeLessThanOrEqual(60_000);
  const heavy = weights.filter(({ type }) => ['Script', 'Font', 'Image'].includes(type));
  // The tab's icon is allowed.
  expect(listWeights(heavy.filter(({ url }) => !/favicon|^data:/.test(url)))).toBe('');
  await expect(page.getByRole('button', { name: 'Next slide' })).toHaveCount(0);
  await expectClean(page, 'the home page in light mode');

  const offer = page
    .getByRole('main')
    .getByRole('link', { name: /^Show picture \(\d+ kB\)/ })
    .first();
  const [, said = ''] = /\((\d+) kB\)/.exec(await offer.innerText()) ?? [];
  weights.length = 0;
  await offer.click();
  await expect(page.getByRole('main').getByRole('img').first()).toBeFocused();
  // The image has the focus before it has loaded.
  await expect.poll(() => weights.length).toBeGreaterThan(0);
  const [image] = weights;
  expect(Math.abs(Number(image?.bytes) / 1000 - Number(said))).toBeLessThan(1.5);

  await page.getByRole('button', { name: 'Use the full page' }).click();
  await expect(page.getByRole('button', { name: 'Next slide' }).first()).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.active?.state)),
    )
    .toBe('activated');
  await page.goto('/programs');
  await expect(page.getByRole('link', { name: /^Show picture/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Use less data' }).click();
  await expect(page).toHaveURL(/\/programs$/);
  await expect(page.getByRole('link', { name: /^Show picture/ }).first()).toBeVisible();
  await context.close();
});
