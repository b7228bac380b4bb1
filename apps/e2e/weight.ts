import type { Browser, Page } from '@playwright/test';
import { expect } from './expect.ts';
import { untilHydrated } from './story.ts';

interface Weight {
  url: string;
  type: string;
  isPlainText: boolean;
  /** Includes the headers. */
  bytes: number;
}

export async function weigh(page: Page): Promise<Weight[]> {
  const session = await page.context().newCDPSession(page);
  const weights: Weight[] = [];
  const begun = new Map<string, Omit<Weight, 'bytes'>>();
  session.on('Network.responseReceived', ({ requestId, response: { url, headers, mimeType }, type }) => {
    const isCompressed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-encoding');
    const isText = /html|javascript|css|json|svg|xml/.test(mimeType);
    begun.set(requestId, { url, type, isPlainText: isText && !isCompressed });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const found = begun.get(requestId);
    // The PDF viewer is a part of the browser and has addresses of another scheme.
    if (found && /^https?:/.test(found.url)) weights.push({ ...found, bytes });
  });
  await session.send('Network.enable');
  return weights;
}

export const sumBytes = (weights: Weight[]) => weights.reduce((total, { bytes }) => total + bytes, 0);
export const listWeights = (weights: Weight[]) =>
  weights.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n');

/** Runs in the page. `buffered` includes earlier shifts. */
export function watchShifts(buffered: boolean) {
  const shifts: { value: number; moved: string[] }[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      };
      const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.trim().slice(0, 40)}`);
      if (!hadRecentInput) shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered });
}

/** 0.1 counts as good. A browser that paints a button before its label has arrived reports 0.01. */
const MAX_SHIFTS = 0.02;

export async function expectStill(page: Page, where: string) {
  const shifts: { value: number }[] = await page.evaluate(() => Reflect.get(window, 'shifts'));
  const total = shifts.reduce((all, { value }) => all + value, 0);
  expect(total, `${where} has jumped: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MAX_SHIFTS);
}

/** Waits for the images on the screen and for those that the browser has asked for below it. Returns their addresses. */
export const shownImages = (page: Page, pixelsBelow: number) =>
  page.evaluate(async (below) => {
    const images = Array.from(document.images).filter((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      const isNear = top < innerHeight || (top < innerHeight + below && image.currentSrc);
      return isNear && bottom > 0 && right > 0 && left < innerWidth;
    });
    await Promise.all(images.map((image) => image.decode()));
    return images.map(({ currentSrc }) => currentSrc);
  }, pixelsBelow);

/** Chromium loads lazy images that are so near. On a slow machine it assumes a slow connection, and loads more. */
const LOADED_BELOW = 1250;

/** Addresses of what every browser loads at first. */
async function neededAddresses(page: Page): Promise<string[]> {
  await untilHydrated(page);
  const images = await shownImages(page, LOADED_BELOW);
  const files = await page
    .locator('link:is([rel=stylesheet], [rel=preload], [rel=modulepreload])')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  return [page.url(), ...files, ...images];
}

/** Leaves out what only some browsers load, and waits for the rest. */
export async function weighFirstView(page: Page, weights: Weight[]): Promise<Weight[]> {
  const needed = await neededAddresses(page);
  const listMissing = () => needed.filter((address) => !weights.some(({ url }) => url === address));
  await expect.poll(listMissing).toEqual([]);
  return weights.filter(({ url }) => needed.includes(url));
}

/** Stops at each screen until its images have come. */
async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.body.scrollHeight);
  for (let y = 0; y < height; y += 600) {
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await shownImages(page, 0);
  }
}

/** Most bytes of the first load, by path. */
const viewBytes: Record<string, number> = { '/': 198_000 };
/** The HTML and the data of a page on a first visit. 2 kB are headers. */
const PAGE_BYTES = 16_700;

/** Checks the bytes, the hosts, the images and the layout shifts of a first visit with a phone. */
export async function expectLight(browser: Browser, baseURL: string, path: string) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  await page.addInitScript(watchShifts, true);
  const weights = await weigh(page);
  await page.goto(path);

  const firstView = await weighFirstView(page, weights);
  expect(sumBytes(firstView), `${path}\n${listWeights(firstView)}`).toBeLessThanOrEqual(
    viewBytes[path] ?? 215_000,
  );
  const ofType = (type: string) => firstView.filter((weight) => weight.type === type);
  expect(sumBytes(ofType('Script')), `${path}\n${listWeights(ofType('Script'))}`).toBeLessThanOrEqual(
    path === '/' ? 145_000 : 150_000,
  );
  expect(sumBytes(ofType('Stylesheet')), path).toBeLessThanOrEqual(20_000);
  expect(sumBytes(ofType('Document')), path).toBeLessThanOrEqual(PAGE_BYTES);
  // Smaller texts need no compression. 1 kB are headers.
  expect(listWeights(firstView.filter(({ isPlainText, bytes }) => isPlainText && bytes > 2500))).toBe('');

  await expect(page.locator('img:not([width][height][alt])')).toHaveCount(0);
  expect(await page.locator('img:not([loading=lazy])').count(), `${path} eager ones`).toBeLessThanOrEqual(2);

  await scrollThrough(page);
  await expectStill(page, path);
  for (const { url } of weights) expect(url.startsWith(baseURL), url).toBe(true);
  await context.close();
}
