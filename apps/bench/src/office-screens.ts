import type { Session } from '@institute/contract';
import type { Page } from '@playwright/test';
import { storedKeys } from '../../server/src/crypto/data-keys.ts';
import { countBytes, keyMs, longestTaskMs, slowDown, withBrowser, withPage } from './browser.ts';
import { median } from './median.ts';
import { signUp, withProduct } from './product.ts';
import { isShort, type Section } from './report.ts';
import { seedRegistrations } from './seed-registrations.ts';

const RUNS = isShort ? 1 : 5;
const REGISTRATIONS = isShort ? 2000 : 20_000;
const REST_MS = 500;
const LETTERS = 'nakato';

const slow = { kbitPerSecond: 1600, latencyMs: 150, cpu: 4 };
const rows = 'tbody tr[data-index]';

export const measureOffice = (): Promise<Section> =>
  withProduct(async ({ origin, publicOrigin }, client, dataDir) => {
    const session = await signUp(origin);
    await seedRegistrations(client, storedKeys(dataDir), 0, REGISTRATIONS);
    const visits = await withBrowser(async (browser) => {
      const all: Visit[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const options = { viewport: { width: 1280, height: 800 } };
        all.push(await withPage(browser, options, (page) => visit(page, publicOrigin, session)));
      }
      return all;
    });
    const middle = (figure: keyof Visit) => median(visits.map((one) => one[figure]));
    return {
      title: 'Office',
      text: `What somebody in the office waits for, with ${REGISTRATIONS.toLocaleString('en')} registrations: the registrations as the first screen with an empty cache, then the messages, back, and
letters in the search. Chromium emulates ${slow.kbitPerSecond / 1000} Mbit/s, ${slow.latencyMs} ms of latency and a processor that is four times slower; another screen and the letters come when the first is at rest.
Medians of ${RUNS} visits.`,
      figures: [
        { name: 'first screen, until its rows are painted', value: middle('firstS'), unit: 's', atMost: 2 },
        { name: 'longest task until then', value: middle('taskMs'), unit: 'ms' },
        { name: 'scripts of the first screen', value: middle('scriptsKb'), unit: 'kB' },
        {
          name: 'another screen, until its heading is painted',
          value: middle('screenMs'),
          unit: 'ms',
          atMost: 250,
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

interface Visit {
  firstS: number;
  taskMs: number;
  scriptsKb: number;
  screenMs: number;
  letterMs: number;
}

async function visit(page: Page, origin: string, { user, token }: Session): Promise<Visit> {
  await page.addInitScript(
    ([user, token]) => {
      localStorage.setItem('user', user);
      localStorage.setItem('token', token);
    },
    [JSON.stringify(user), token] as const,
  );
  await slowDown(page, slow);
  const counted = await countBytes(page);
  await page.goto(`${origin}/admin/registrations`, { waitUntil: 'commit' });
  const firstS = (await paintedAt(page, rows)) / 1000;
  const taskMs = await longestTaskMs(page);
  const scriptsKb = counted.scripts / 1000;
  // The event stream stays open, so the network never becomes idle.
  await page.waitForTimeout(10 * REST_MS);

  await page.evaluate(() => {
    addEventListener('click', ({ timeStamp }) => Object.assign(window, { clickedAt: timeStamp }), {
      capture: true,
    });
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Messages' }).first().click();
  const shownAt = await paintedAt(page, 'h1', 'Messages');
  const screenMs =
    shownAt - (await page.evaluate(() => (window as unknown as { clickedAt: number }).clickedAt));

  await page.goBack();
  await page.locator(rows).first().waitFor();
  await page.waitForTimeout(4 * REST_MS);
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  const since = await page.evaluate(() => performance.now());
  await page.keyboard.type(LETTERS, { delay: REST_MS });
  await page.waitForTimeout(4 * REST_MS);
  return { firstS, taskMs, scriptsKb, screenMs, letterMs: await keyMs(page, since) };
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
