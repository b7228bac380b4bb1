import { setTimeout as sleep } from 'node:timers/promises';
import { chooseOption, type Tab, withTab } from './browser.ts';
import { listMainPages, repeatRun, withProduct } from './product.ts';
import { computeMedian, type Figure, findWorstFigure, isShortRun, type ReportSection } from './report.ts';

const RUN_COUNT = isShortRun ? 1 : 3;
/** A page is idle when this time has passed since it loaded. */
const IDLE_PAUSE_MS = 3000;

const weakPhone = { kbitPerSecond: 400, latencyMs: 400, cpu: 6 };
const phoneScreen = { width: 360, height: 640, deviceScaleFactor: 2, mobile: true };

/** Pages that visitors read, each with two limits: seconds until everything is loaded, and ms of blocking. */
const measuredPages = [
  ['/', { atMost: 3 }, { atMost: 500 }],
  ['/programs', {}, {}],
  ['/registration', { atMost: 2.2 }, { atMost: 250 }],
  ['/donations', {}, {}],
] as const;

export const measurePhone = (): Promise<ReportSection> =>
  withProduct(async ({ publicOrigin: site }) => {
    const measureMedianOfVisits = async (measure: (tab: Tab) => Promise<number>) =>
      computeMedian(await repeatRun(RUN_COUNT, () => withTab(phoneScreen, measure)));
    const measureSecondsFigure = async (
      name: string,
      atMost: number,
      see: (tab: Tab) => Promise<number>,
    ) => ({
      name,
      unit: 's',
      atMost,
      value: await measureMedianOfVisits(see),
    });
    const makeTapSecondsFigure = (name: string, path: string, act: (tab: Tab) => Promise<unknown>) =>
      measureSecondsFigure(name, 2.5, (tab) => measureActionSeconds(tab, site + path, act));
    const makeReactionMsFigure = async (
      name: string,
      atMost: number,
      act: (tab: Tab, address: string) => Promise<number>,
      path: string,
    ) => ({ name, unit: 'ms', atMost, value: await measureMedianOfVisits((tab) => act(tab, site + path)) });

    const phoneFigures: Figure[] = [];
    for (const pagePath of ['/', '/registration']) {
      phoneFigures.push(
        await measureSecondsFigure(`\`${pagePath}\`: text visible`, 2, (tab) =>
          measureFirstText(tab, site + pagePath),
        ),
        await makeTapSecondsFigure(`\`${pagePath}\`: a tap on the menu works`, pagePath, openMenu),
        await measureSecondsFigure(`\`${pagePath}\`: text visible at the second visit`, 0.6, (tab) =>
          measureSecondVisit(tab, site + pagePath),
        ),
      );
    }
    for (const [path, loadedS, blockingMs] of measuredPages) {
      const pageVisits = await repeatRun(RUN_COUNT, () =>
        withTab(phoneScreen, (tab) => readPage(tab, site + path)),
      );
      const loadTimes = pageVisits.map((one) => one.loaded);
      const blockingTimes = pageVisits.map((one) => one.blocking);
      phoneFigures.push(
        { name: `\`${path}\`: whole page loaded`, value: computeMedian(loadTimes), unit: 's', ...loadedS },
        {
          name: `\`${path}\`: blocking time without an act`,
          value: computeMedian(blockingTimes),
          unit: 'ms',
          ...blockingMs,
        },
      );
    }
    const loadingFigures: Figure[] = [];
    for (const path of isShortRun ? ['/', '/registration'] : await listMainPages(site)) {
      const medianBlockingMs = await measureMedianOfVisits(async (tab) => {
        await measureFirstText(tab, site + path);
        return tab.longestTaskMs();
      });
      loadingFigures.push({ name: `\`${path}\``, value: medianBlockingMs, unit: 'ms', atMost: 130 });
    }
    const typingMs = await measureMedianOfVisits((tab) => typeLetters(tab, `${site}/registration`));
    phoneFigures.push(
      findWorstFigure('longest task while a page loads', loadingFigures),
      await makeTapSecondsFigure('`/`: a tap on Next works', '/', showNextSlide),
      await makeTapSecondsFigure('`/programs`: a tap on a filter works', '/programs', filterPrograms),
      await makeReactionMsFigure('`/`: a first tap on a link asks for its page', 100, followLink, '/'),
      await makeReactionMsFigure(
        '`/programs` as an application: a filter asks',
        200,
        measureFilterRequest,
        '/programs',
      ),
      { name: '`/registration`: longest task of a letter typed', value: typingMs, unit: 'ms', atMost: 65 },
    );
    return {
      title: 'Weak phone',
      text: `Chromium emulates ${weakPhone.kbitPerSecond} kbit/s, ${weakPhone.latencyMs} ms of latency, a processor that is six times slower, and 360 × 640 px with two dots each. Medians of ${RUN_COUNT} visits. A tap is made as soon as its control can be seen, and has worked when its effect is there. Tasks below 50 ms count as 0.`,
      figures: phoneFigures,
    };
  });

async function openAndLoadPage(tab: Tab, address: string): Promise<void> {
  await tab.goto(address);
  await tab.ask(`new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(); else addEventListener('load', resolve);
  })`);
  await sleep(IDLE_PAUSE_MS);
}

/** Returns the seconds until the first text is painted. */
async function measureFirstText(tab: Tab, address: string): Promise<number> {
  await tab.slowDown(weakPhone);
  await openAndLoadPage(tab, address);
  return tab.ask(`performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000`);
}

/** Measures a page that loads no scripts. */
async function readPage(tab: Tab, address: string) {
  await measureFirstText(tab, address);
  const loadSeconds = await tab.ask<number>(
    `performance.getEntriesByType('navigation')[0].loadEventEnd / 1000`,
  );
  return { loaded: loadSeconds, blocking: await tab.blockingMs() };
}

/** Measures the first text on a phone that has visited the page before. */
async function measureSecondVisit(tab: Tab, address: string): Promise<number> {
  await tab.goto(address);
  await tab.ask(`(async () => {
    await navigator.serviceWorker.ready;
    while (!(await caches.match(location.href, { ignoreVary: true })))
      await new Promise((resolve) => setTimeout(resolve, 100));
  })()`);
  await sleep(IDLE_PAUSE_MS);
  // Leaves the site first: within a site Chromium shows the former page until the next one is ready
  await tab.goto('about:blank');
  return measureFirstText(tab, address);
}

/** Returns the seconds from the start of the visit until the tap has had its effect. */
async function measureActionSeconds(
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

async function showNextSlide(tab: Tab): Promise<void> {
  await tab.tap(await tab.find('[aria-label=Highlights] a', 'Go to slide 2'));
  await tab.find('[aria-label=Highlights] [aria-label^="2 of"]');
}

/** The tap has worked when the browser sends the request for the category. */
async function filterPrograms(tab: Tab): Promise<void> {
  const categoryRequest = tab.requested('category=camp');
  await tab.find('[name=category]');
  await tab.ask(chooseOption('[name=category]', 'camp'));
  await tab.tap(await tab.find('button', 'Show'));
  await categoryRequest;
}

/** Measures how soon a tap on a link requests its page, before any script has loaded. Returns ms. */
async function followLink(tab: Tab, address: string): Promise<number> {
  await measureFirstText(tab, address);
  const pageRequest = tab.requested('/registration');
  const registrationLink = await tab.find('main a[href="/registration"]');
  const tappedAt = performance.now();
  await tab.tap(registrationLink);
  await pageRequest;
  return performance.now() - tappedAt;
}

async function measureFilterRequest(tab: Tab, address: string): Promise<number> {
  await tab.early(`document.cookie = 'view=full'`);
  await measureFirstText(tab, address);
  await tab.ask(`new Promise((resolve) => {
    if ('hydrated' in document.documentElement.dataset) resolve();
    else addEventListener('hydrated', resolve);
  })`);
  await sleep(IDLE_PAUSE_MS);
  const filterRequest = tab.requested('category=camp');
  const categoryChosenAt = performance.now();
  await tab.ask(chooseOption('[name=category]', 'camp'));
  await filterRequest;
  return performance.now() - categoryChosenAt;
}

/** Runs with the full speed of the network, because only typing is measured. The page has already loaded. */
async function typeLetters(tab: Tab, address: string): Promise<number> {
  await openAndLoadPage(tab, address);
  await tab.slowDown({ cpu: weakPhone.cpu });
  await tab.ask(`document.querySelector('main [name=firstName]').focus()`);
  await sleep(IDLE_PAUSE_MS);
  const typingStartedAt = await tab.ask<number>('performance.now()');
  await tab.type('Amina', 500);
  await sleep(500);
  return tab.longestTaskMs(typingStartedAt);
}
