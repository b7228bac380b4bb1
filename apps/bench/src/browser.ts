import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { median } from './median.ts';

/** Playwright finds its own Chromium when this is undefined. */
export const chromiumPath = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find((path) => path && existsSync(path));

export async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

export interface Slowness {
  kbitPerSecond?: number;
  latencyMs?: number;
  /** The factor by which Chromium slows the processor. */
  cpu: number;
}

/** The page has an empty cache. It records long tasks and slow events. */
export async function withPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen: { kind: string; startTime: number; duration: number }[] = [];
    Object.assign(window, { seen });
    const watch = (options: PerformanceObserverInit & { durationThreshold?: number }) =>
      new PerformanceObserver((list) => {
        for (const { entryType, name, startTime, duration } of list.getEntries())
          seen.push({ kind: entryType === 'event' ? name : entryType, startTime, duration });
      }).observe({ ...options, buffered: true });
    watch({ type: 'longtask' });
    watch({ type: 'event', durationThreshold: 16 });
  });
  try {
    return await use(page);
  } finally {
    await context.close();
  }
}

export async function slowDown(page: Page, { kbitPerSecond, latencyMs = 0, cpu }: Slowness): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (!kbitPerSecond) return;
  const bytesPerSecond = (kbitPerSecond * 1000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** 0 when no task took 50 ms. */
export const longestTaskMs = async (page: Page, since = 0): Promise<number> =>
  Math.max(0, ...(await durations(page, 'longtask', since)));

/** Median from key press to paint. The browser rounds to 8 ms and leaves out less than 16 ms. */
export const keyMs = async (page: Page, since: number): Promise<number> =>
  median([0, ...(await durations(page, 'keydown', since))]);

const durations = (page: Page, kind: 'longtask' | 'keydown', since: number): Promise<number[]> =>
  page.evaluate(
    ([kind, since]) =>
      (window as unknown as { seen: { kind: string; startTime: number; duration: number }[] }).seen
        .filter((one) => one.kind === kind && one.startTime + one.duration > since)
        .map(({ duration }) => duration),
    [kind, since] as const,
  );

/** Counts bytes over the network, headers included. Files of Chromium's own PDF viewer do not count. */
export async function countBytes(page: Page): Promise<{ total: number; scripts: number; lastAt: number }> {
  const counted = { total: 0, scripts: 0, lastAt: performance.now() };
  const kinds = new Map<string, string>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (/^http/.test(response.url)) kinds.set(requestId, type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    counted.lastAt = performance.now();
    if (kinds.has(requestId)) counted.total += encodedDataLength;
    if (kinds.get(requestId) === 'Script') counted.scripts += encodedDataLength;
  });
  await session.send('Network.enable');
  return counted;
}
