import type { Browser, Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { gotoIdle, untilIdle } from '../network-idle.ts';
import { publicPages } from '../public-pages.ts';
import { stallingProxy } from '../stalling-proxy.ts';
import { expect, test } from '../story.ts';

interface Weight {
  url: string;
  type: string;
  /** Includes the headers. */
  bytes: number;
}

async function weigh(page: Page): Promise<Weight[]> {
  const session = await page.context().newCDPSession(page);
  const weights: Weight[] = [];
  const begun = new Map<string, { url: string; type: string }>();
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    begun.set(requestId, { url: response.url, type });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const found = begun.get(requestId);
    // The PDF viewer is a part of the browser and has addresses of another scheme.
    if (found && /^https?:/.test(found.url)) weights.push({ ...found, bytes });
  });
  await session.send('Network.enable');
  return weights;
}

const sum = (weights: Weight[]) => weights.reduce((total, { bytes }) => total + bytes, 0);
const listed = (weights: Weight[]) =>
  weights.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n');

interface Shift {
  value: number;
  moved: string[];
}

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        const moved = sources.map(
          ({ node }) => `${node?.nodeName} ${node?.textContent?.trim().slice(0, 40)}`,
        );
        if (!hadRecentInput) shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

async function expectStill(page: Page, limit: number, where: string) {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const total = shifts.reduce((all, { value }) => all + value, 0);
  expect(total, `${where} has jumped: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(limit);
}

async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.body.scrollHeight);
  await untilIdle(page, async () => {
    for (let y = 0; y < height; y += 600) {
      await page.mouse.wheel(0, 600);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(0))));
    }
  });
}

const listImages = (page: Page) =>
  page.locator('img').evaluateAll((all) =>
    all.map((img) => ({
      src: img.getAttribute('src'),
      sized: img.hasAttribute('width') && img.hasAttribute('height') && img.hasAttribute('alt'),
      late: img.getAttribute('loading') === 'lazy',
    })),
  );

/** All bytes of a first view. On a slow machine Chromium assumes a slow connection, and loads more lazy images. */
const viewBytes: Record<string, number> = { '/': 210_000 };
/** The HTML and the data of a page on a first visit. 2 kB are headers. */
const PAGE_BYTES = 14_700;

async function expectLight(browser: Browser, baseURL: string, path: string) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  await watchShifts(page);
  const weights = await weigh(page);
  await gotoIdle(page, path);

  const firstView = [...weights];
  expect(sum(firstView), `${path}\n${listed(firstView)}`).toBeLessThanOrEqual(viewBytes[path] ?? 240_000);
  const of = (type: string) => firstView.filter((weight) => weight.type === type);
  expect(sum(of('Script')), `${path}\n${listed(of('Script'))}`).toBeLessThanOrEqual(132_000);
  expect(sum(of('Stylesheet')), path).toBeLessThanOrEqual(20_000);
  expect(sum(of('Document')), path).toBeLessThanOrEqual(PAGE_BYTES);
  expect(of('Script').filter(({ url }) => /admin|dashboard/i.test(url))).toEqual([]);

  const images = await listImages(page);
  expect(images.filter(({ sized }) => !sized)).toEqual([]);
  expect(images.filter(({ late }) => !late).length, `${path} eager ones`).toBeLessThanOrEqual(2);

  await scrollThrough(page);
  await expectStill(page, 0.005, path);
  for (const { url } of weights) expect(url.startsWith(baseURL), url).toBe(true);
  await context.close();
}

const parts = 3;
for (let part = 0; part < parts; part += 1) {
  test(`pages stay within their weight, contact no other host and do not shift; images have a size and a text and load lazily, part ${part + 1}`, async ({
    browser,
    baseURL,
    request,
  }) => {
    const paths = await publicPages(request);
    for (const path of paths.filter((_, place) => place % parts === part)) {
      await expectLight(browser, String(baseURL), path);
    }
  });
}

test.describe('on a slow connection', () => {
  // The page's address at the proxy may differ from the one that its scripts expect.
  test.use({ expectedStrangers: /./ });

  test('what is painted first stays where it is when the rest of the page arrives', async ({
    page,
    baseURL,
  }) => {
    const proxy = await stallingProxy(String(baseURL), { inPieces: true });
    await watchShifts(page);
    for (const [width, limit, paths] of [
      [390, 0.005, ['/', '/programs/1']],
      [1280, 0.01, ['/', '/news']],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of paths) {
        await gotoIdle(page, proxy.url + path);
        await expectStill(page, limit, `${path} at ${width} px`);
      }
    }
    proxy.close();
  });
});

test('a second visit of the home page takes under 40 kB', async ({ page, visit }) => {
  await untilIdle(page, () => visit('/'));
  await page.goto('about:blank');
  const weights = await weigh(page);
  await gotoIdle(page, '/');
  expect(weights.length).toBeGreaterThan(0);
  expect(sum(weights), listed(weights)).toBeLessThan(40_000);
});

test('in light mode the home page is light, shows its images on tap, and the footer remembers the choice', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    serviceWorkers: 'allow',
    extraHTTPHeaders: { 'save-data': 'on' },
  });
  const page = await context.newPage();
  const weights = await weigh(page);
  await gotoIdle(page, '/');
  await scrollThrough(page);
  expect(sum(weights), listed(weights)).toBeLessThanOrEqual(60_000);
  const heavy = weights.filter(({ type }) => ['Script', 'Font', 'Image'].includes(type));
  // The tab's icon is allowed.
  expect(listed(heavy.filter(({ url }) => !/favicon|^data:/.test(url)))).toBe('');
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

  await page.getByRole('button', { name: 'Show the full site' }).click();
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

test('text over 1.5 kB arrives compressed', async ({ page }) => {
  const plain: string[] = [];
  page.on('response', async (response) => {
    const headers = response.headers();
    const isText = /html|javascript|css|json|svg|xml/.test(headers['content-type'] ?? '');
    if (!isText || headers['content-encoding'] || response.status() !== 200) return;
    const length = (await response.body().catch(() => Buffer.alloc(0))).length;
    if (length > 1536) plain.push(response.url());
  });
  for (const path of ['/', '/programs', '/registration']) await gotoIdle(page, path);
  expect(plain).toEqual([]);
});
