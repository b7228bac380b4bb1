import type { Page } from '@playwright/test';
import { countBytes, firstView, longestTaskMs, slowDown, withBrowser, withPage } from './browser.ts';
import { median } from './median.ts';
import { mainPages, withProduct } from './product.ts';
import { type Figure, isShort, type Section } from './report.ts';

const RUNS = isShort ? 1 : 5;
/** After this pause a page has nothing left to do. */
const REST_MS = 3000;
const LETTERS = 'Amina';

const weak = { kbitPerSecond: 400, latencyMs: 400, cpu: 6 };
const viewport = { width: 360, height: 640 };
const phone = { viewport, deviceScaleFactor: 2, hasTouch: true };
const screen = { ...viewport, deviceScaleFactor: 2, mobile: true };
const longestTask = `new Promise((resolve) => {
  const rest = () => setTimeout(() => resolve(Math.max(...tasks)), ${REST_MS});
  if (document.readyState === 'complete') rest(); else addEventListener('load', rest);
})`;

export const measurePhone = (): Promise<Section> =>
  withProduct(({ publicOrigin }) =>
    withBrowser(async (browser) => {
      const visit = async <T>(measure: (page: Page) => Promise<T>, runs = RUNS): Promise<T[]> => {
        const all: T[] = [];
        for (let run = 0; run < runs; run += 1) all.push(await withPage(browser, phone, measure));
        return all;
      };
      const figures: Figure[] = [];
      for (const path of ['/', '/registration']) {
        const firsts = await visit((page) => paintsOf(page, publicOrigin + path));
        const taps = await visit((page) => timeTap(page, publicOrigin + path, openMenu));
        const tap = {
          name: `\`${path}\`: a tap on the menu works`,
          value: median(taps),
          unit: 's',
          atMost: 2.5,
        };
        const again = await visit((page) => secondView(page, publicOrigin + path));
        const second = {
          name: `\`${path}\`: text visible at the second visit`,
          value: median(again),
          unit: 's',
          atMost: 0.4,
        };
        figures.push(...viewFigures(path, firsts), tap, second);
      }
      for (const path of isShort ? ['/', '/registration'] : await mainPages(publicOrigin)) {
        const tasks: number[] = [];
        for (let run = 0; run < RUNS; run += 1)
          tasks.push(
            await firstView<number>(publicOrigin + path, weak, { view: screen, script: longestTask }),
          );
        figures.push({
          name: `\`${path}\`: longest task while it loads`,
          value: median(tasks),
          unit: 'ms',
          atMost: 120,
        });
      }
      const seconds = { unit: 's', atMost: 2.5 };
      const next = await visit((page) => timeTap(page, publicOrigin, showNext));
      const filter = await visit((page) => timeTap(page, `${publicOrigin}/programs`, filterPrograms));
      const letters = await visit((page) => typeLetters(page, `${publicOrigin}/registration`));
      const [light = Number.NaN] = await visit((page) => lightView(page, publicOrigin), 1);
      figures.push(
        { name: '`/`: a tap on Next works', value: median(next), ...seconds },
        { name: '`/programs`: a tap on a filter works', value: median(filter), ...seconds },
        {
          name: '`/registration`: longest task of a letter typed',
          value: median(letters),
          unit: 'ms',
          atMost: 60,
        },
        { name: '`/` in light mode: everything', value: light, unit: 'kB' },
      );
      return {
        title: 'Weak phone',
        text: `How soon somebody with a cheap phone and little signal can read and use the site. Chromium emulates ${weak.kbitPerSecond} kbit/s, ${weak.latencyMs} ms of latency, a processor that is six
times slower, and 360 × 640 px with two dots each. Figures are medians of ${RUNS} visits, times those from their start. A tap is made as soon as its control can be seen, and has worked when its effect
is there. Tasks below 50 ms count as 0. Light mode is the first visit with \`Save-Data: on\`.`,
        figures,
      };
    }),
  );

/** Seconds until the text of a page that this phone has visited before. */
async function secondView(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForFunction(async (url) => {
    await navigator.serviceWorker.ready;
    return navigator.serviceWorker.controller && (await caches.match(url, { ignoreVary: true }));
  }, address);
  await page.waitForTimeout(REST_MS);
  return (await paintsOf(page, address)).textS;
}

interface View {
  textS: number;
  pictureS: number;
}

async function paintsOf(page: Page, address: string): Promise<View> {
  await slowDown(page, weak);
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(REST_MS);
  const [textS, pictureS] = await page.evaluate(
    () =>
      new Promise<[number, number]>((resolve) => {
        const text = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
        new PerformanceObserver((list) =>
          resolve([text / 1000, (list.getEntries().at(-1)?.startTime ?? Number.NaN) / 1000]),
        ).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  return { textS, pictureS };
}

const viewFigures = (path: string, views: View[]): Figure[] => [
  { name: `\`${path}\`: text visible`, value: median(views.map(({ textS }) => textS)), unit: 's', atMost: 2 },
  {
    name: `\`${path}\`: largest part visible`,
    value: median(views.map(({ pictureS }) => pictureS)),
    unit: 's',
  },
];

/** Seconds from the start of the visit until the tap has its effect. It taps as soon as the control is visible. */
async function timeTap(page: Page, address: string, act: (page: Page) => Promise<unknown>): Promise<number> {
  await slowDown(page, weak);
  const startedAt = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await act(page);
  return (performance.now() - startedAt) / 1000;
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('link', { name: 'Gallery' }).first().waitFor();
}

async function showNext(page: Page): Promise<void> {
  const carousel = page.getByRole('region', { name: 'Highlights' });
  await carousel.getByRole('link', { name: 'Go to slide 2' }).tap();
  await carousel.getByRole('group', { name: /^2 of/ }).waitFor();
}

/** The tap has worked when the request for the category starts. */
const filterPrograms = (page: Page) =>
  Promise.all([
    page.waitForRequest(/category=camp/),
    page.getByRole('combobox', { name: 'Category' }).selectOption('camp'),
  ]);

/** The network is at full speed, because the page has already loaded. */
async function typeLetters(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await slowDown(page, { cpu: weak.cpu });
  await page.getByRole('main').getByLabel('First Name', { exact: true }).focus();
  await page.waitForTimeout(REST_MS);
  const since = await page.evaluate(() => performance.now());
  await page.keyboard.type(LETTERS, { delay: 500 });
  await page.waitForTimeout(500);
  return longestTaskMs(page, since);
}

/** kB of everything that the page loads, headers included. */
async function lightView(page: Page, address: string): Promise<number> {
  await page.setExtraHTTPHeaders({ 'save-data': 'on' });
  const counted = await countBytes(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  return counted.total / 1000;
}
