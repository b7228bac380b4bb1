import type { Browser, BrowserContext, Page } from '@playwright/test';
import { median } from './median.ts';
import { CPU_SLOWDOWN, withBrowser } from './open-browser.ts';
import type { Measure } from './report.ts';
import { BYTES_PER_SECOND, LATENCY_MS, weakProxy } from './weak-proxy.ts';

const RUNS = 5;

const phone = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, hasTouch: true };
type WeakProxy = Awaited<ReturnType<typeof weakProxy>>;

/** What a visitor with a weak phone on a weak connection waits for. Chromium emulates both. Empty without one. */
export const measureWeakPhone = async (origin: string): Promise<Measure[]> =>
  (await withBrowser((browser) => measureVisits(browser, origin))) ?? [];

async function measureVisits(browser: Browser, origin: string): Promise<Measure[]> {
  const secondsUntil = async (measure: (context: BrowserContext) => Promise<number>) =>
    median(await repeat(browser, measure)) / 1000;
  const firsts = await repeat(browser, (context) => firstView(context, origin));
  const seconds = await repeatSecondViews(browser, origin);
  const [light = Number.NaN] = await repeat(browser, (context) => lightView(context, origin), 1);
  const s = { unit: 's' };
  return [
    { name: 'text visible', value: median(firsts.map(({ textMs }) => textMs)) / 1000, ...s, atMost: 2 },
    {
      name: 'largest picture',
      value: median(firsts.map(({ largestMs }) => largestMs)) / 1000,
      ...s,
      atMost: 2.5,
    },
    {
      name: 'a tap on the menu works',
      value: await secondsUntil((context) => tapMenu(context, origin)),
      ...s,
      atMost: 3,
    },
    {
      name: 'a tap on a filter works',
      value: await secondsUntil((context) => tapFilter(context, origin)),
      ...s,
      atMost: 3,
    },
    {
      name: 'a tap on Next works',
      value: await secondsUntil((context) => tapNext(context, origin)),
      ...s,
      atMost: 3,
    },
    {
      name: 'second visit: text visible',
      value: median(seconds.map(({ textMs }) => textMs)) / 1000,
      ...s,
      atMost: 0.5,
    },
    {
      name: 'second visit: everything',
      value: median(seconds.map(({ bytes }) => bytes)) / 1000,
      unit: 'kB',
      atMost: 25,
    },
    { name: 'light mode: everything', value: light / 1000, unit: 'kB', atMost: 60 },
  ];
}

/** Each run has a new visitor. */
async function repeat<T>(
  browser: Browser,
  measure: (context: BrowserContext) => Promise<T>,
  runs = RUNS,
): Promise<T[]> {
  const results: T[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext(phone);
    results.push(await measure(context));
    await context.close();
  }
  return results;
}

/** A page on the weak connection. */
async function weakPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
    connectionType: 'cellular3g',
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

const paints = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ textMs: number; largestMs: number }>((resolve) => {
        const [text] = performance.getEntriesByName('first-contentful-paint');
        new PerformanceObserver((list) => {
          const largest = list.getEntries().at(-1);
          resolve({ textMs: text?.startTime ?? Number.NaN, largestMs: largest?.startTime ?? Number.NaN });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );

async function firstView(context: BrowserContext, origin: string) {
  const page = await weakPage(context);
  await page.goto(origin, { waitUntil: 'load' });
  return paints(page);
}

/** The time from the start of the visit until a tap, made as soon as the control can be seen, has had its effect. */
async function timeTap(
  context: BrowserContext,
  address: string,
  act: (page: Page) => Promise<unknown>,
): Promise<number> {
  const page = await weakPage(context);
  const startedAt = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await act(page);
  return performance.now() - startedAt;
}

const tapMenu = (context: BrowserContext, origin: string) =>
  timeTap(context, origin, async (page) => {
    await page.locator('header summary, header [aria-haspopup="dialog"]').first().tap();
    await page.getByRole('link', { name: 'Gallery' }).first().waitFor();
  });

/** The filter has worked when the list of the category is on its way. */
const tapFilter = (context: BrowserContext, origin: string) =>
  timeTap(context, `${origin}/programs`, (page) =>
    Promise.all([
      page.waitForRequest(/category=camp/),
      page.getByRole('combobox', { name: 'Category' }).selectOption('camp'),
    ]),
  );

const tapNext = (context: BrowserContext, origin: string) =>
  timeTap(context, origin, async (page) => {
    const carousel = page.getByRole('region', { name: 'Highlights' });
    await carousel.getByRole('button', { name: 'Next slide' }).tap();
    await carousel.getByRole('group', { name: /^2 of/ }).waitFor();
  });

/** The home page again, when the worker answers for it. The worker's requests go over the weak connection, too. */
async function secondView(context: BrowserContext, origin: string, proxy: WeakProxy) {
  const first = await context.newPage();
  await first.goto(origin, { waitUntil: 'networkidle' });
  await first.evaluate(() => navigator.serviceWorker.ready);
  await first.goto(origin, { waitUntil: 'networkidle' });
  await first.close();

  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  proxy.slowDown();
  const before = proxy.bytes();
  await page.goto(origin, { waitUntil: 'networkidle' });
  return { textMs: (await paints(page)).textMs, bytes: proxy.bytes() - before };
}

async function repeatSecondViews(browser: Browser, origin: string) {
  const views: Awaited<ReturnType<typeof secondView>>[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const proxy = await weakProxy();
    // browsers go past a proxy for this host, unless told otherwise
    const context = await browser.newContext({
      ...phone,
      proxy: { server: proxy.url, bypass: '<-loopback>' },
    });
    views.push(await secondView(context, origin, proxy));
    await context.close();
    proxy.close();
  }
  return views;
}

/** The bytes of all that the home page loads in light mode, headers included. */
async function lightView(context: BrowserContext, origin: string): Promise<number> {
  await context.setExtraHTTPHeaders({ 'save-data': 'on' });
  const page = await context.newPage();
  let bytes = 0;
  const session = await context.newCDPSession(page);
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto(origin, { waitUntil: 'networkidle' });
  return bytes;
}
