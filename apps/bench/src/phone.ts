import { setTimeout as sleep } from 'node:timers/promises';
import { chooseOption, type Tab, withTab } from './browser.ts';
import { listMainPages, repeat, withProduct } from './product.ts';
import { computeMedian, type Figure, findWorstFigure, isShort, type Section } from './report.ts';

const RUN_COUNT = isShort ? 1 : 3;
/** After this pause a page has nothing left to do. */
const REST_MS = 3000;

const weakPhone = { kbitPerSecond: 400, latencyMs: 400, cpu: 6 };
const screen = { width: 360, height: 640, deviceScaleFactor: 2, mobile: true };

/** Pages to read, each with its limits: seconds until all is loaded, and ms of blocking. */
const readPages = [
  ['/', { atMost: 3 }, { atMost: 500 }],
  ['/programs', {}, {}],
  ['/registration', { atMost: 2.2 }, { atMost: 250 }],
  ['/donations', {}, {}],
] as const;

export const measurePhone = (): Promise<Section> =>
  withProduct(async ({ publicOrigin: site }) => {
    const measureMedian = async (measure: (tab: Tab) => Promise<number>) =>
      computeMedian(await repeat(RUN_COUNT, () => withTab(screen, measure)));
    const timeText = async (name: string, atMost: number, see: (tab: Tab) => Promise<number>) => ({
      name,
      unit: 's',
      atMost,
      value: await measureMedian(see),
    });
    const timeTap = (name: string, path: string, act: (tab: Tab) => Promise<unknown>) =>
      timeText(name, 2.5, (tab) => measureSeconds(tab, site + path, act));
    const timeAnswer = async (
      name: string,
      atMost: number,
      act: (tab: Tab, address: string) => Promise<number>,
      path: string,
    ) => ({ name, unit: 'ms', atMost, value: await measureMedian((tab) => act(tab, site + path)) });

    const figures: Figure[] = [];
    for (const path of ['/', '/registration']) {
      figures.push(
        await timeText(`\`${path}\`: text visible`, 2, (tab) => measureFirstText(tab, site + path)),
        await timeTap(`\`${path}\`: a tap on the menu works`, path, openMenu),
        await timeText(`\`${path}\`: text visible at the second visit`, 0.6, (tab) =>
          visitAgain(tab, site + path),
        ),
      );
    }
    for (const [path, loadedS, blockingMs] of readPages) {
      const visits = await repeat(RUN_COUNT, () => withTab(screen, (tab) => readPage(tab, site + path)));
      const loaded = visits.map((one) => one.loaded);
      const blocking = visits.map((one) => one.blocking);
      figures.push(
        { name: `\`${path}\`: whole page loaded`, value: computeMedian(loaded), unit: 's', ...loadedS },
        {
          name: `\`${path}\`: blocking time without an act`,
          value: computeMedian(blocking),
          unit: 'ms',
          ...blockingMs,
        },
      );
    }
    const loading: Figure[] = [];
    for (const path of isShort ? ['/', '/registration'] : await listMainPages(site)) {
      const value = await measureMedian(async (tab) => {
        await measureFirstText(tab, site + path);
        return tab.longestTaskMs();
      });
      loading.push({ name: `\`${path}\``, value, unit: 'ms', atMost: 130 });
    }
    const typingMs = await measureMedian((tab) => typeLetters(tab, `${site}/registration`));
    figures.push(
      findWorstFigure('longest task while a page loads', loading),
      await timeTap('`/`: a tap on Next works', '/', showNext),
      await timeTap('`/programs`: a tap on a filter works', '/programs', filterPrograms),
      await timeAnswer('`/`: a first tap on a link asks for its page', 100, followLink, '/'),
      await timeAnswer('`/programs` as an application: a filter asks', 200, filterWithScripts, '/programs'),
      { name: '`/registration`: longest task of a letter typed', value: typingMs, unit: 'ms', atMost: 65 },
    );
    return {
      title: 'Weak phone',
      text: `Chromium emulates ${weakPhone.kbitPerSecond} kbit/s, ${weakPhone.latencyMs} ms of latency, a processor that is six times slower, and 360 × 640 px with two dots each. Medians of ${RUN_COUNT} visits. A tap is made as soon as its control can be seen, and has worked when its effect is there. Tasks below 50 ms count as 0.`,
      figures,
    };
  });

async function openLoaded(tab: Tab, address: string): Promise<void> {
  await tab.goto(address);
  await tab.ask(`new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(); else addEventListener('load', resolve);
  })`);
  await sleep(REST_MS);
}

/** Seconds until the first text. */
async function measureFirstText(tab: Tab, address: string): Promise<number> {
  await tab.slowDown(weakPhone);
  await openLoaded(tab, address);
  return tab.ask(`performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000`);
}

/** Measures a page that loads no scripts. */
async function readPage(tab: Tab, address: string) {
  await measureFirstText(tab, address);
  const loaded = await tab.ask<number>(`performance.getEntriesByType('navigation')[0].loadEventEnd / 1000`);
  return { loaded, blocking: await tab.blockingMs() };
}

/** The same on a phone that has visited the page before. */
async function visitAgain(tab: Tab, address: string): Promise<number> {
  await tab.goto(address);
  await tab.ask(`(async () => {
    await navigator.serviceWorker.ready;
    while (!(await caches.match(location.href, { ignoreVary: true })))
      await new Promise((resolve) => setTimeout(resolve, 100));
  })()`);
  await sleep(REST_MS);
  // Measure a later visit: within a site Chromium keeps the former page until the next one is ready
  await tab.goto('about:blank');
  return measureFirstText(tab, address);
}

/** From the start of the visit until the tap has its effect. */
async function measureSeconds(
  tab: Tab,
  address: string,
  act: (tab: Tab) => Promise<unknown>,
): Promise<number> {
  await tab.slowDown(weakPhone);
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
  await tab.tap(await tab.find('button', 'Show'));
  await requested;
}

/** Nothing was loaded but the page. */
async function followLink(tab: Tab, address: string): Promise<number> {
  await measureFirstText(tab, address);
  const requested = tab.requested('/registration');
  const link = await tab.find('main a[href="/registration"]');
  const tappedAt = performance.now();
  await tab.tap(link);
  await requested;
  return performance.now() - tappedAt;
}

async function filterWithScripts(tab: Tab, address: string): Promise<number> {
  await tab.early(`document.cookie = 'view=full'`);
  await measureFirstText(tab, address);
  await tab.ask(`new Promise((resolve) => {
    if ('hydrated' in document.documentElement.dataset) resolve();
    else addEventListener('hydrated', resolve);
  })`);
  await sleep(REST_MS);
  const requested = tab.requested('category=camp');
  const chosenAt = performance.now();
  await tab.ask(chooseOption('[name=category]', 'camp'));
  await requested;
  return performance.now() - chosenAt;
}

/** The network is at full speed, because the page has already loaded. */
async function typeLetters(tab: Tab, address: string): Promise<number> {
  await openLoaded(tab, address);
  await tab.slowDown({ cpu: weakPhone.cpu });
  await tab.ask(`document.querySelector('main [name=firstName]').focus()`);
  await sleep(REST_MS);
  const since = await tab.ask<number>('performance.now()');
  await tab.type('Amina', 500);
  await sleep(500);
  return tab.longestTaskMs(since);
}
