import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@institute/contract';
import type { Browser, Page } from '@playwright/test';
import { median } from './median.ts';
import { enterSession } from './office.ts';
import { fillOffice, withClient } from './office-lists.ts';
import { CPU_SLOWDOWN, withBrowser } from './open-browser.ts';
import { startProduct } from './product.ts';
import type { Measure } from './report.ts';

const RUNS = 5;
/** Pause between two typed letters. */
const REST_MS = 500;
/** Each letter changes the rows: surnames of the seeded registrations that begin with "Na". */
const START = 'Na';
const LETTERS = ['k', 'm', 'b', 'n', 'l'];

const LIST_CALL = 'registrations.list';

/** Measures the admin area of an office with very many rows. With a folder that was kept, its rows serve again. */
export async function measureAdmin(keptDir?: string): Promise<Measure[]> {
  const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), 'institute-bench-'));
  try {
    const product = await startProduct(dataDir);
    try {
      const session = await enterSession(product.origin);
      await withClient(dataDir, (client) => fillOffice(client, dataDir));
      return await measureScreens(product.publicOrigin, session);
    } finally {
      await product.stop();
    }
  } finally {
    if (!keptDir) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What somebody waits for on a machine that is six times slower. Empty without a Chromium. */
async function measureScreens(origin: string, session: Session): Promise<Measure[]> {
  const measures = await withBrowser(async (browser) => {
    const dashboard = await visit(browser, session, (page) => weighScripts(page, `${origin}/admin`));
    const desks: Desk[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      desks.push(await visit(browser, session, (page) => openDesk(page, `${origin}/admin/registrations`)));
    }
    const keys = await visit(browser, session, (page) => typeLetters(page, `${origin}/admin/registrations`));
    return measuresOf(dashboard, desks, keys);
  });
  return measures ?? [];
}

const ms = { unit: 'ms' };

const measuresOf = (scriptBytes: number, desks: Desk[], keys: Key[]): Measure[] => {
  const middle = <T>(all: T[], figure: (one: T) => number) => median(all.map(figure));
  return [
    {
      name: 'scripts of the first load of the dashboard',
      value: scriptBytes / 1000,
      unit: 'kB',
      atMost: 260,
    },
    {
      name: 'first row of the registrations',
      value: middle(desks, ({ rowMs }) => rowMs) / 1000,
      unit: 's',
      atMost: 1.5,
    },
    {
      name: 'longest task until then',
      value: middle(desks, ({ longestMs }) => longestMs),
      ...ms,
      atMost: 100,
    },
    {
      name: 'a keystroke in the search to the answer shown',
      value: middle(keys, ({ shownMs }) => shownMs),
      ...ms,
      atMost: 150,
    },
    { name: 'of it until the call is sent', value: middle(keys, ({ pauseMs }) => pauseMs), ...ms },
    { name: 'of it the line and the server', value: middle(keys, ({ answerMs }) => answerMs), ...ms },
    { name: 'of it until the rows are shown', value: middle(keys, ({ renderMs }) => renderMs), ...ms },
    {
      name: 'longest task of a keystroke',
      value: middle(keys, ({ longestMs }) => longestMs),
      ...ms,
      atMost: 100,
    },
  ];
};

/** A new browser profile, signed in. */
async function visit<T>(
  browser: Browser,
  { user, token }: Session,
  measure: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(
      ([user, token]) => {
        localStorage.setItem('user', user);
        localStorage.setItem('token', token);
        Object.assign(window, { tasks: [] });
        new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries())
            watched().tasks.push({ startTime, duration });
        }).observe({ type: 'longtask', buffered: true });
        function watched() {
          return window as unknown as { tasks: { startTime: number; duration: number }[] };
        }
      },
      [JSON.stringify(user), token] as const,
    );
    return await measure(page);
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function weighScripts(page: Page, address: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await cdp.send('Network.enable');
  await page.goto(address);
  // the live updates stay open, so the network never becomes idle
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  return bytes;
}

interface Desk {
  rowMs: number;
  longestMs: number;
}

const longestSince = (page: Page, from: number) =>
  page.evaluate((from) => {
    const { tasks } = window as unknown as { tasks: { startTime: number; duration: number }[] };
    return Math.max(
      0,
      ...tasks
        .filter(({ startTime, duration }) => startTime + duration > from)
        .map(({ duration }) => duration),
    );
  }, from);

async function openDesk(page: Page, address: string): Promise<Desk> {
  await slowDown(page);
  await page.goto(address, { waitUntil: 'commit' });
  const rowMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('tbody tr[data-index]'))
            requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.waitForTimeout(REST_MS);
  return { rowMs, longestMs: await longestSince(page, 0) };
}

interface Key {
  pauseMs: number;
  answerMs: number;
  renderMs: number;
  shownMs: number;
  longestMs: number;
}

/** Types letters. Before each one the page is quiet. */
async function typeLetters(page: Page, address: string): Promise<Key[]> {
  await page.goto(address);
  await page.locator('tbody tr[data-index]').first().waitFor();
  await page.waitForLoadState('networkidle');
  await slowDown(page);
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  for (const letter of START) await pressKey(page, letter);
  const keys: Key[] = [];
  for (const letter of LETTERS) {
    keys.push(await pressKey(page, letter));
    await pressKey(page, 'Backspace');
  }
  return keys;
}

/** Presses a key that changes the rows, and waits until their change is painted and the page is quiet. */
async function pressKey(page: Page, key: string): Promise<Key> {
  const times = page.evaluate(
    (call) =>
      new Promise<Omit<Key, 'longestMs'> & { pressedAt: number }>((resolve) => {
        const table = document.querySelector('table');
        const box = document.querySelector<HTMLInputElement>('main input[type=search]');
        const before = table?.tBodies[0]?.textContent;
        addEventListener('keydown', ({ timeStamp: pressedAt }) => look(pressedAt), {
          once: true,
          capture: true,
        });
        function look(pressedAt: number) {
          // the address says whose rows these are
          const isAnswer = new URLSearchParams(location.search).get('q') === box?.value;
          const isShown =
            table?.tBodies[0]?.textContent !== before && table?.getAttribute('aria-busy') !== 'true';
          if (!isAnswer || !isShown) return void requestAnimationFrame(() => look(pressedAt));
          // painted when the next frame begins
          requestAnimationFrame(() => {
            const shownAt = performance.now();
            const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
            const sent = entries.find(({ name, startTime }) => name.includes(call) && startTime >= pressedAt);
            const { startTime = pressedAt, responseEnd = pressedAt } = sent ?? {};
            resolve({
              pressedAt,
              pauseMs: startTime - pressedAt,
              answerMs: responseEnd - startTime,
              renderMs: shownAt - responseEnd,
              shownMs: shownAt - pressedAt,
            });
          });
        }
      }),
    LIST_CALL,
  );
  // waits until the page has added the listener
  await page.evaluate(() => undefined);
  await page.keyboard.press(key);
  const { pressedAt, ...split } = await times;
  // the rows below the screen come last
  await page.locator('tbody tr[aria-hidden]').waitFor({ state: 'detached' });
  await page.waitForTimeout(REST_MS);
  return { ...split, longestMs: await longestSince(page, pressedAt) };
}
