import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { chooseOption, countBytes, type Tab, withBrowser, withPage, withTab } from './browser.ts';
import { median } from './median.ts';
import { mainPages, withProduct } from './product.ts';
import { type Figure, isShort, type Section, worstFigure } from './report.ts';

const RUNS = isShort ? 1 : 5;
/** After this pause a page has nothing left to do. */
const REST_MS = 3000;
const LETTERS = 'Amina';

const weak = { kbitPerSecond: 400, latencyMs: 400, cpu: 6 };
const screen = { width: 360, height: 640, deviceScaleFactor: 2, mobile: true };
const loaded = `new Promise((resolve) => {
  if (document.readyState === 'complete') resolve(); else addEventListener('load', resolve);
})`;

export const measurePhone = (): Promise<Section> =>
  withProduct(async ({ publicOrigin }) => {
    const visitRepeatedly = async <T>(measure: (tab: Tab) => Promise<T>): Promise<T[]> => {
      const all: T[] = [];
      for (let run = 0; run < RUNS; run += 1) all.push(await withTab(screen, measure));
      return all;
    };
    const figures: Figure[] = [];
    for (const path of ['/', '/registration']) {
      const firsts = await visitRepeatedly((tab) => measurePaints(tab, publicOrigin + path));
      const taps = await visitRepeatedly((tab) => timeTap(tab, publicOrigin + path, openMenu));
      const tap = {
        name: `\`${path}\`: a tap on the menu works`,
        value: median(taps),
        unit: 's',
        atMost: 2.5,
      };
      const again = await visitRepeatedly((tab) => secondView(tab, publicOrigin + path));
      const second = {
        name: `\`${path}\`: text visible at the second visit`,
        value: median(again),
        unit: 's',
        atMost: 0.6,
      };
      figures.push(...viewFigures(path, firsts), tap, second);
    }
    const loading: Figure[] = [];
    for (const path of isShort ? ['/', '/registration'] : await mainPages(publicOrigin)) {
      const tasks = await visitRepeatedly((tab) => loadingTask(tab, publicOrigin + path));
      loading.push({
        name: `\`${path}\``,
        value: median(tasks),
        unit: 'ms',
        atMost: 130,
      });
    }
    figures.push(worstFigure('longest task while a page loads', loading));
    const seconds = { unit: 's', atMost: 2.5 };
    const next = await visitRepeatedly((tab) => timeTap(tab, publicOrigin, showNext));
    const filter = await visitRepeatedly((tab) => timeTap(tab, `${publicOrigin}/programs`, filterPrograms));
    const letters = await visitRepeatedly((tab) => typeLetters(tab, `${publicOrigin}/registration`));
    const light = await withBrowser((browser) =>
      withPage(browser, {}, (page) => lightView(page, publicOrigin)),
    );
    figures.push(
      { name: '`/`: a tap on Next works', value: median(next), ...seconds },
      { name: '`/programs`: a tap on a filter works', value: median(filter), ...seconds },
      {
        name: '`/registration`: longest task of a letter typed',
        value: median(letters),
        unit: 'ms',
        atMost: 65,
      },
      { name: '`/` in light mode: everything', value: light, unit: 'kB', atMost: 60 },
    );
    return {
      title: 'Weak phone',
      text: `Chromium emulates ${weak.kbitPerSecond} kbit/s, ${weak.latencyMs} ms of latency, a processor that is six times slower, and 360 × 640 px with two dots each. Medians of ${RUNS} visits. A tap is made as soon as its control can be seen, and has worked when its effect is there. Tasks below 50 ms count as 0. Light mode is the first visit with \`Save-Data: on\`.`,
      figures,
    };
  });

/** Seconds until the text of a page that this phone has visited before. */
async function secondView(tab: Tab, address: string): Promise<number> {
  await tab.goto(address);
  await tab.ask(`(async () => {
    await navigator.serviceWorker.ready;
    while (!(await caches.match(location.href, { ignoreVary: true })))
      await new Promise((resolve) => setTimeout(resolve, 100));
  })()`);
  await sleep(REST_MS);
  // As somebody comes later: within a site Chromium holds the former page until the next one is ready
  await tab.goto('about:blank');
  return (await measurePaints(tab, address)).textS;
}

async function loadingTask(tab: Tab, address: string): Promise<number> {
  await measurePaints(tab, address);
  return tab.longestTaskMs();
}

interface View {
  textS: number;
  pictureS: number;
}

async function measurePaints(tab: Tab, address: string): Promise<View> {
  await tab.slowDown(weak);
  await tab.goto(address);
  await tab.ask(loaded);
  await sleep(REST_MS);
  const [textS, pictureS] = await tab.ask<[number, number]>(`new Promise((resolve) => {
    const text = performance.getEntriesByName('first-contentful-paint')[0].startTime;
    new PerformanceObserver((list) => resolve([text / 1000, list.getEntries().at(-1).startTime / 1000]))
      .observe({ type: 'largest-contentful-paint', buffered: true });
  })`);
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
async function timeTap(tab: Tab, address: string, act: (tab: Tab) => Promise<unknown>): Promise<number> {
  await tab.slowDown(weak);
  const startedAt = performance.now();
  await tab.goto(address);
  await act(tab);
  return (performance.now() - startedAt) / 1000;
}

async function openMenu(tab: Tab): Promise<void> {
  await tab.tap(await tab.find('button', 'Open menu'));
  await tab.find('dialog a', 'Gallery');
}

async function showNext(tab: Tab): Promise<void> {
  await tab.tap(await tab.find('[aria-label=Highlights] a', 'Go to slide 2'));
  await tab.find('[aria-label=Highlights] [aria-label^="2 of"]');
}

/** The tap has worked when the request for the category starts. */
async function filterPrograms(tab: Tab): Promise<void> {
  const requested = tab.requested('category=camp');
  await tab.find('[name=category]');
  await tab.ask(chooseOption('[name=category]', 'camp'));
  await requested;
}

/** The network is at full speed, because the page has already loaded. */
async function typeLetters(tab: Tab, address: string): Promise<number> {
  await tab.goto(address);
  await tab.ask(loaded);
  await sleep(REST_MS);
  await tab.slowDown({ cpu: weak.cpu });
  await tab.ask(`document.querySelector('main [name=firstName]').focus()`);
  await sleep(REST_MS);
  const since = await tab.ask<number>('performance.now()');
  await tab.type(LETTERS, 500);
  await sleep(500);
  return tab.longestTaskMs(since);
}

/** kB of everything that the page loads, headers included. */
async function lightView(page: Page, address: string): Promise<number> {
  await page.setExtraHTTPHeaders({ 'save-data': 'on' });
  const counted = await countBytes(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  return counted.total / 1000;
}
