import type { Page } from '@playwright/test';
import { expect, test } from '../story.ts';

interface Weight {
  url: string;
  type: string;
  /** With its head. */
  bytes: number;
  body: number;
}

/** What crosses the wire from now on, as the browser itself counts it. */
async function weigh(page: Page): Promise<Weight[]> {
  const session = await page.context().newCDPSession(page);
  const weights: Weight[] = [];
  const begun = new Map<string, { url: string; type: string; head: number }>();
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    begun.set(requestId, { url: response.url, type, head: response.encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const found = begun.get(requestId);
    if (found && !found.url.startsWith('data:')) weights.push({ ...found, bytes, body: bytes - found.head });
  });
  await session.send('Network.enable');
  return weights;
}

const sum = (weights: Weight[], of: 'bytes' | 'body' = 'bytes') =>
  weights.reduce((total, weight) => total + weight[of], 0);
const listed = (weights: Weight[]) =>
  weights.map(({ url, body }) => `${body} ${new URL(url).pathname}`).join('\n');

/** The sum of all movements that nobody asked for. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) shifts.total += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shifted = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);

test('the first view of each page is at most 250 kB, and its scripts and styles keep to their budgets', async ({
  browser,
  baseURL,
}) => {
  for (const path of ['/', '/programs', '/programs/1', '/registration', '/registration-success']) {
    // a cold cache each time
    const context = await browser.newContext({
      baseURL: String(baseURL),
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
    });
    const page = await context.newPage();
    const weights = await weigh(page);
    await page.goto(path, { waitUntil: 'networkidle' });

    expect(sum(weights, 'body'), `${path}\n${listed(weights)}`).toBeLessThanOrEqual(250_000);
    const of = (type: string) => weights.filter((weight) => weight.type === type);
    const scripts = path === '/' ? 120_000 : 130_000;
    expect(sum(of('Script'), 'body'), `${path}\n${listed(of('Script'))}`).toBeLessThanOrEqual(scripts);
    expect(sum(of('Stylesheet'), 'body'), path).toBeLessThanOrEqual(20_000);
    for (const { url } of weights) expect(url.startsWith(String(baseURL)), url).toBe(true);
    expect(of('Script').filter(({ url }) => /admin|dashboard/i.test(url))).toEqual([]);
    await context.close();
  }
});

test('a second visit of the home page takes under 40 kB', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.goto('about:blank');
  const weights = await weigh(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(weights.length).toBeGreaterThan(0);
  expect(sum(weights), listed(weights)).toBeLessThan(40_000);
});

test('nothing jumps while a page loads and while one scrolls through it', async ({ page }) => {
  await watchShifts(page);
  for (const path of ['/', '/programs', '/programs/1', '/registration']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const height = await page.evaluate(() => document.body.scrollHeight);
    for (let y = 0; y < height; y += 600) {
      await page.mouse.wheel(0, 600);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(0))));
    }
    await page.waitForLoadState('networkidle');
    expect(await shifted(page), path).toBeLessThanOrEqual(0.02);
  }
});

test('every picture has its size and a text, and loads late where it is not seen', async ({ page }) => {
  for (const path of ['/', '/programs', '/programs/1']) {
    await page.goto(path);
    const pictures = await page.locator('img').evaluateAll((all) =>
      all.map((img) => ({
        src: img.getAttribute('src'),
        sized: img.hasAttribute('width') && img.hasAttribute('height') && img.hasAttribute('alt'),
        late: img.getAttribute('loading') === 'lazy',
      })),
    );
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter(({ sized }) => !sized)).toEqual([]);
    expect(pictures.filter(({ late }) => !late).length, `${path} eager ones`).toBeLessThanOrEqual(2);
  }
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
  for (const path of ['/', '/programs', '/registration']) await page.goto(path, { waitUntil: 'networkidle' });
  expect(plain).toEqual([]);
});
