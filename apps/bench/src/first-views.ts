import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { COMPRESSED_AFTER_MS } from './first-load.ts';
import { withBrowser } from './open-browser.ts';
import type { Measure } from './report.ts';

const pages = [
  ...['/', '/about', '/programs', '/coaches', '/facilities', '/registration', '/news', '/gallery', '/videos'],
  ...['/alumni', '/contact', '/faq', '/donations'],
];
/** Nothing is under way any more after so long a pause. */
const QUIET_MS = 1500;

/** All bytes of each page before it is scrolled, and its layout shift until its end. Empty without Chromium. */
export async function measureFirstViews(origin: string): Promise<Measure[]> {
  for (const path of pages) await (await fetch(origin + path)).text();
  await sleep(COMPRESSED_AFTER_MS);
  const views = await withBrowser(async (browser) => {
    const all: { path: string; bytes: number; shift: number }[] = [];
    for (const path of pages) all.push({ path, ...(await view(browser, origin + path)) });
    return all;
  });
  if (!views) return [];
  const weights = views.map(({ path, bytes }) => ({
    name: `first view of \`${path}\``,
    value: bytes / 1000,
    unit: 'kB',
    atMost: path === '/' ? 190 : 200,
  }));
  const shift = Math.max(...views.map((one) => one.shift));
  return [...weights, { name: 'largest layout shift of these pages', value: shift, unit: '', atMost: 0.005 }];
}

/** On a phone of 390 × 844 px with two dots each. */
async function view(browser: Browser, address: string): Promise<{ bytes: number; shift: number }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  const session = await context.newCDPSession(page);
  const web = new Set<string>();
  let bytes = 0;
  let last = performance.now();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    // the viewer of documents is a part of the browser
    if (/^http/.test(response.url)) web.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    last = performance.now();
    if (web.has(requestId)) bytes += encodedDataLength;
  });
  const untilQuiet = async () => {
    while (performance.now() - last < QUIET_MS) await sleep(100);
  };
  await session.send('Network.enable');
  await page.goto(address);
  await untilQuiet();
  const firstView = bytes;

  const height = Number(await page.evaluate('document.body.scrollHeight'));
  for (let y = 0; y < height; y += 600) {
    await page.mouse.wheel(0, 600);
    await sleep(50);
  }
  await untilQuiet();
  const shift = Number(await page.evaluate('window.shift'));
  await context.close();
  return { bytes: firstView, shift };
}
