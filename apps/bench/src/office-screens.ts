import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@institute/contract';
import { seedRegistrations } from '../../server/src/testing/histories/many-registrations.ts';
import { chooseOption, type Tab, withTab } from './browser.ts';
import { repeatRun, signUp, withProduct } from './product.ts';
import { computeMedian, isShortRun, type ReportSection } from './report.ts';

const RUN_COUNT = isShortRun ? 1 : 5;
const REGISTRATION_COUNT = isShortRun ? 2000 : 20_000;
const IDLE_PAUSE_MS = 500;
/** Time between the arrival of the pointer at a link and the press of the button. */
const KEY_PAUSE_MS = 100;
const SCROLL_COUNT = 40;

const slowComputer = { kbitPerSecond: 1600, latencyMs: 150, cpu: 4 };
const computerScreen = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false };
const pointInTable = { x: 800, y: 400 };

export const measureOffice = (): Promise<ReportSection> =>
  withProduct(async ({ origin, publicOrigin }, client, dataDir) => {
    const ownerSession = await signUp(origin);
    await seedRegistrations(client, dataDir, 0, REGISTRATION_COUNT);
    const screenVisits = await repeatRun(RUN_COUNT, () =>
      withTab(computerScreen, (tab) => visitScreens(tab, publicOrigin, ownerSession)),
    );
    const figureLimits: [
      name: string,
      of: keyof (typeof screenVisits)[number],
      atMost: number,
      unit: string,
    ][] = [
      ['first screen, until its numbers are painted', 'firstS', 2.1, 's'],
      ['another screen, from the press until its heading and skeletons are painted', 'screenMs', 100, 'ms'],
      ['the rows of another screen, from the press', 'rowsMs', 600, 'ms'],
      ['longest task while 100 rows scroll', 'scrollMs', 50, 'ms'],
      ['a letter typed, until it is painted', 'letterMs', 50, 'ms'],
    ];
    return {
      title: 'Office',
      text: `With ${REGISTRATION_COUNT.toLocaleString('en')} registrations: the dashboard as the first screen with an empty cache, then the registrations, 100 of them on a page, and letters in the search. Chromium emulates ${slowComputer.kbitPerSecond / 1000} Mbit/s, ${slowComputer.latencyMs} ms of latency and a processor that is four times slower. The pointer reaches a link ${KEY_PAUSE_MS} ms before it is pressed. Medians of ${RUN_COUNT} visits.`,
      figures: figureLimits.map(([name, of, atMost, unit]) => ({
        name: `office: ${name}`,
        value: computeMedian(screenVisits.map((visit) => visit[of])),
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
  const firstScreenS = (await tab.find('main article')).at / 1000;
  // The event stream stays open, so the network never becomes idle.
  await sleep(10 * IDLE_PAUSE_MS);

  await tab.ask(`addEventListener('click', ({ timeStamp }) => { window.clickedAt = timeStamp }, true)`);
  const registrationsLink = await tab.find('nav a[href="/admin/registrations"]');
  await tab.hover(registrationsLink);
  await sleep(KEY_PAUSE_MS);
  const shownRegistrations = Promise.all([
    tab.awaitText('main h1', 'Registrations'),
    tab.find('main tbody [aria-label^=View]'),
  ]);
  await tab.click(registrationsLink);
  const [shownAt, rows] = await shownRegistrations;
  const clickedAt = await tab.ask<number>('clickedAt');
  const screenMs = shownAt - clickedAt;
  const rowsShownMs = rows.at - clickedAt;

  await sleep(4 * IDLE_PAUSE_MS);
  await tab.ask(chooseOption('nav[aria-label=Pages] select', '100'));
  await sleep(10 * IDLE_PAUSE_MS);
  await tab.hover(pointInTable);
  const scrollStartedAt = await tab.ask<number>('performance.now()');
  for (let scrollNumber = 0; scrollNumber < SCROLL_COUNT; scrollNumber += 1)
    await tab.wheel(pointInTable, 400);
  await sleep(2 * IDLE_PAUSE_MS);
  const scrollMs = await tab.longestTaskMs(scrollStartedAt);

  await tab.ask(`document.querySelector('main [type=search]').focus()`);
  const typingStartedAt = await tab.ask<number>('performance.now()');
  await tab.type('nakato', IDLE_PAUSE_MS);
  await sleep(4 * IDLE_PAUSE_MS);
  return {
    firstS: firstScreenS,
    screenMs,
    rowsMs: rowsShownMs,
    scrollMs,
    letterMs: await tab.keyMs(typingStartedAt),
  };
}
