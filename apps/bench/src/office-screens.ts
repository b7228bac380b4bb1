import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@institute/contract';
import { seedRegistrations } from '../../server/src/testing/histories/many-registrations.ts';
import { chooseOption, type Tab, withTab } from './browser.ts';
import { repeat, signUp, withProduct } from './product.ts';
import { computeMedian, isShort, type Section } from './report.ts';

const RUN_COUNT = isShort ? 1 : 5;
const REGISTRATION_COUNT = isShort ? 2000 : 20_000;
const REST_MS = 500;
/** From the moment the pointer reaches a link until it is pressed. */
const KEY_PAUSE_MS = 100;
const SCROLL_COUNT = 40;

const slowComputer = { kbitPerSecond: 1600, latencyMs: 150, cpu: 4 };
const screen = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false };
const inTable = { x: 800, y: 400 };

export const measureOffice = (): Promise<Section> =>
  withProduct(async ({ origin, publicOrigin }, client, dataDir) => {
    const session = await signUp(origin);
    await seedRegistrations(client, dataDir, 0, REGISTRATION_COUNT);
    const visits = await repeat(RUN_COUNT, () =>
      withTab(screen, (tab) => visitScreens(tab, publicOrigin, session)),
    );
    const limits: [name: string, of: keyof (typeof visits)[number], atMost: number, unit: string][] = [
      ['first screen, until its numbers are painted', 'firstS', 2.1, 's'],
      ['another screen, from the press until its heading and skeletons are painted', 'screenMs', 100, 'ms'],
      ['the rows of another screen, from the press', 'rowsMs', 600, 'ms'],
      ['longest task while 100 rows scroll', 'scrollMs', 50, 'ms'],
      ['a letter typed, until it is painted', 'letterMs', 50, 'ms'],
    ];
    return {
      title: 'Office',
      text: `With ${REGISTRATION_COUNT.toLocaleString('en')} registrations: the dashboard as the first screen with an empty cache, then the registrations, 100 of them on a page, and letters in the search. Chromium emulates ${slowComputer.kbitPerSecond / 1000} Mbit/s, ${slowComputer.latencyMs} ms of latency and a processor that is four times slower. The pointer reaches a link ${KEY_PAUSE_MS} ms before it is pressed. Medians of ${RUN_COUNT} visits.`,
      figures: limits.map(([name, of, atMost, unit]) => ({
        name: `office: ${name}`,
        value: computeMedian(visits.map((visit) => visit[of])),
        unit,
        atMost,
      })),
    };
  });

const makeSignedInScript = ({ user, token }: Session) =>
  Object.entries({ user: JSON.stringify(user), token })
    .map((entry) => `localStorage.setItem(${entry.map((text) => JSON.stringify(text)).join()});`)
    .join('');

async function visitScreens(tab: Tab, origin: string, session: Session) {
  await tab.early(makeSignedInScript(session));
  await tab.slowDown(slowComputer);
  await tab.goto(`${origin}/admin`);
  const firstS = (await tab.find('main article')).at / 1000;
  // The event stream stays open, so the network never becomes idle.
  await sleep(10 * REST_MS);

  await tab.ask(`addEventListener('click', ({ timeStamp }) => { window.clickedAt = timeStamp }, true)`);
  const link = await tab.find('nav a[href="/admin/registrations"]');
  await tab.hover(link);
  await sleep(KEY_PAUSE_MS);
  const found = Promise.all([
    tab.awaitText('main h1', 'Registrations'),
    tab.find('main tbody [aria-label^=View]'),
  ]);
  await tab.click(link);
  const [shownAt, rows] = await found;
  const clickedAt = await tab.ask<number>('clickedAt');
  const screenMs = shownAt - clickedAt;
  const rowsMs = rows.at - clickedAt;

  await sleep(4 * REST_MS);
  await tab.ask(chooseOption('nav[aria-label=Pages] select', '100'));
  await sleep(10 * REST_MS);
  await tab.hover(inTable);
  const scrolledSince = await tab.ask<number>('performance.now()');
  for (let turn = 0; turn < SCROLL_COUNT; turn += 1) await tab.wheel(inTable, 400);
  await sleep(2 * REST_MS);
  const scrollMs = await tab.longestTaskMs(scrolledSince);

  await tab.ask(`document.querySelector('main [type=search]').focus()`);
  const since = await tab.ask<number>('performance.now()');
  await tab.type('nakato', REST_MS);
  await sleep(4 * REST_MS);
  return { firstS, screenMs, rowsMs, scrollMs, letterMs: await tab.keyMs(since) };
}
