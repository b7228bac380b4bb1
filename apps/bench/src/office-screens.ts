import type { Session } from '@institute/contract';
import type { Page } from '@playwright/test';
import { storedKeys } from '../../server/src/crypto/data-keys.ts';
import { firstView, keyMs, longestTaskMs, slowDown, withBrowser, withPage } from './browser.ts';
import { median } from './median.ts';
import { signUp, withProduct } from './product.ts';
import { isShort, type Section } from './report.ts';
import { seedRegistrations } from './seed-registrations.ts';

const RUNS = isShort ? 1 : 5;
const REGISTRATIONS = isShort ? 2000 : 20_000;
const REST_MS = 500;
/** From the moment the pointer reaches a link until it is pressed. */
const HAND_MS = 100;
const LETTERS = 'nakato';
const SCROLLS = 40;

const slow = { kbitPerSecond: 1600, latencyMs: 150, cpu: 4 };
const viewport = { width: 1280, height: 800 };
const rows = 'tbody tr[data-index]';

export const measureOffice = (): Promise<Section> =>
  withProduct(async ({ origin, publicOrigin }, client, dataDir) => {
    const session = await signUp(origin);
    await seedRegistrations(client, storedKeys(dataDir), 0, REGISTRATIONS);
    const visits = await withBrowser(async (browser) => {
      const all: Visit[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const first = await firstScreen(publicOrigin, session);
        const later = await withPage(browser, { viewport }, (page) => visit(page, publicOrigin, session));
        all.push({ ...first, ...later });
      }
      return all;
    });
    const middle = (figure: keyof Visit) => median(visits.map((one) => one[figure]));
    return {
      title: 'Office',
      text: `What somebody in the office waits for, with ${REGISTRATIONS.toLocaleString('en')} registrations: the dashboard as the first screen with an empty cache, then the registrations,
500 of them on a page, and letters in the search. Chromium emulates ${slow.kbitPerSecond / 1000} Mbit/s, ${slow.latencyMs} ms of latency and a processor that is four times slower. What follows the first screen
starts when that is at rest; the pointer reaches a link ${HAND_MS} ms before it is pressed. Medians of ${RUNS} visits.`,
      figures: [
        {
          name: 'first screen, until its numbers are painted',
          value: middle('firstS'),
          unit: 's',
          atMost: 2,
        },
        { name: 'longest task until then', value: middle('taskMs'), unit: 'ms' },
        { name: 'scripts of the first screen', value: middle('scriptsKb'), unit: 'kB', atMost: 200 },
        {
          name: 'another screen, from the press until its rows are painted',
          value: middle('screenMs'),
          unit: 'ms',
          atMost: 250,
        },
        {
          name: 'longest task while 500 rows scroll',
          value: middle('scrollMs'),
          unit: 'ms',
          atMost: 50,
        },
        {
          name: 'a letter typed, until it is painted',
          value: middle('letterMs'),
          unit: 'ms',
          atMost: 50,
        },
      ],
    };
  });

interface First {
  firstS: number;
  taskMs: number;
  scriptsKb: number;
}
interface Later {
  screenMs: number;
  scrollMs: number;
  letterMs: number;
}
type Visit = First & Later;

const signedIn = ({ user, token }: Session) =>
  Object.entries({ user: JSON.stringify(user), token })
    .map((entry) => `localStorage.setItem(${entry.map((text) => JSON.stringify(text)).join()});`)
    .join('');

const untilNumbers = `new Promise((resolve) => {
  const painted = () => resolve({
    firstS: performance.now() / 1000,
    taskMs: Math.max(...tasks),
    scriptsKb: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
  });
  const look = () => requestAnimationFrame(document.querySelector('main article') ? painted : look);
  look();
})`;

const firstScreen = (origin: string, session: Session): Promise<First> =>
  firstView(`${origin}/admin`, slow, {
    view: { ...viewport, deviceScaleFactor: 1, mobile: false },
    early: signedIn(session),
    script: untilNumbers,
  });

async function visit(page: Page, origin: string, session: Session): Promise<Later> {
  await page.addInitScript(signedIn(session));
  await slowDown(page, slow);
  await page.goto(`${origin}/admin`, { waitUntil: 'commit' });
  await paintedAt(page, 'main article');
  // The event stream stays open, so the network never becomes idle.
  await page.waitForTimeout(10 * REST_MS);

  await page.evaluate(() => {
    addEventListener('click', ({ timeStamp }) => Object.assign(window, { clickedAt: timeStamp }), {
      capture: true,
    });
  });
  const link = page.getByRole('navigation').getByRole('link', { name: 'View Users' }).first();
  await link.scrollIntoViewIfNeeded();
  await link.hover();
  await page.waitForTimeout(HAND_MS);
  await page.mouse.down();
  await page.mouse.up();
  const shownAt = await paintedAt(page, rows);
  const screenMs =
    shownAt - (await page.evaluate(() => (window as unknown as { clickedAt: number }).clickedAt));

  await page.waitForTimeout(4 * REST_MS);
  await page.getByLabel('Rows per page').selectOption('500');
  await page.waitForTimeout(10 * REST_MS);
  await page.mouse.move(800, 400);
  const scrolledSince = await page.evaluate(() => performance.now());
  for (let turn = 0; turn < SCROLLS; turn += 1) await page.mouse.wheel(0, 400);
  await page.waitForTimeout(2 * REST_MS);
  const scrollMs = await longestTaskMs(page, scrolledSince);

  await page.getByRole('searchbox', { name: 'Search' }).focus();
  const since = await page.evaluate(() => performance.now());
  await page.keyboard.type(LETTERS, { delay: REST_MS });
  await page.waitForTimeout(4 * REST_MS);
  return { screenMs, scrollMs, letterMs: await keyMs(page, since) };
}

/** Milliseconds since the page's start. */
const paintedAt = (page: Page, selector: string, text = ''): Promise<number> =>
  page.evaluate(
    ([selector, text]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector(selector)?.textContent?.includes(text))
            requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [selector, text] as const,
  );
