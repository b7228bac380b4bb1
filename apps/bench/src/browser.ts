import { spawn } from 'node:child_process';
import { EventEmitter, on, once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import {
  findLocalPort,
  makeLocalOrigin,
  stopChild,
  waitUntilReady,
} from '../../server/src/testing/processes/started-product.ts';
import { withFolder } from './product.ts';
import { computeMedian } from './report.ts';

export const chromiumPath: string =
  [process.env.CHROME_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
    (path) => path && existsSync(path),
  ) ?? chromium.executablePath();

const chromiumOptions = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--hide-scrollbars',
];
/** A page that fetches nothing for so long is whole. */
const QUIET_NETWORK_MS = 1500;

type View = { width: number; height: number; deviceScaleFactor: number; mobile: boolean };
/** `cpu` is the factor by which Chromium slows the processor. */
type NetworkThrottle = { kbitPerSecond?: number; latencyMs?: number; cpu: number };
type Point = { x: number; y: number };

export type Tab = Awaited<ReturnType<typeof openTab>>;

/**
 * A tab of a new Chromium with an empty cache. Playwright would distort the figures. With it
 * Chromium reads a script again for each error that it creates, and runs a large script of Playwright's own
 * on the slowed processor. The tab records long tasks and slow events.
 */
export const withTab = <T>(view: View, use: (tab: Tab) => Promise<T>): Promise<T> =>
  withFolder(async (profile) => {
    const port = await findLocalPort();
    const flags = [`--remote-debugging-port=${port}`, `--user-data-dir=${profile}`];
    // On Debian this is a script that starts Chromium, so the end is for a group of both
    const browser = spawn(chromiumPath, [...chromiumOptions, ...flags], { stdio: 'ignore', detached: true });
    try {
      await waitUntilReady(`${makeLocalOrigin(port)}/json/version`, browser);
      const opened = await fetch(`${makeLocalOrigin(port)}/json/new?about:blank`, { method: 'PUT' });
      const { webSocketDebuggerUrl } = (await opened.json()) as { webSocketDebuggerUrl: string };
      const socket = new WebSocket(webSocketDebuggerUrl);
      await once(socket, 'open');
      return await use(await openTab(socket, view));
    } finally {
      if (browser.pid && browser.exitCode === null) process.kill(-browser.pid, 'SIGKILL');
      await stopChild(browser);
    }
  });

async function openTab(socket: WebSocket, view: View) {
  const events = new EventEmitter();
  let sent = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(`${data}`);
    if (method) events.emit(method, params);
    else events.emit(`${id}`, result, error);
  });
  // Ends what waits for an answer
  socket.addEventListener('close', () => events.emit('error', new Error('Chromium closed the tab.')));
  events.on('error', () => {});
  const send = async (method: string, params: object = {}) => {
    sent += 1;
    const answer = once(events, `${sent}`);
    socket.send(JSON.stringify({ id: sent, method, params }));
    const [result, error] = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const runEarly = (source: string) => send('Page.addScriptToEvaluateOnNewDocument', { source });
  const sendMouse = (type: string, point: Point, more: object = {}) =>
    send('Input.dispatchMouseEvent', { type, ...point, ...more });
  const openUrl = (url: string) => send('Page.navigate', { url });
  const ask = async <T>(expression: string): Promise<T> => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };

  await send('Page.enable');
  await send('Network.enable');
  await send('Emulation.setDeviceMetricsOverride', view);
  await send('Emulation.setTouchEmulationEnabled', { enabled: view.mobile });
  await runEarly(recordSlow);

  return {
    early: runEarly,
    ask,
    goto: openUrl,
    slowDown: async ({ cpu, kbitPerSecond, latencyMs = 0 }: NetworkThrottle) => {
      await send('Emulation.setCPUThrottlingRate', { rate: cpu });
      if (!kbitPerSecond) return;
      const rate = (kbitPerSecond * 1000) / 8;
      const network = { latency: latencyMs, downloadThroughput: rate, uploadThroughput: rate };
      await send('Network.emulateNetworkConditions', { offline: false, ...network });
    },
    /** kB of everything that a page loads over the network, with headers and without what installs the site. */
    weigh: async (url: string) => {
      await send('Network.setBlockedURLs', { urls: ['*.webmanifest'] });
      let bytes = 0;
      let lastAt = Infinity;
      events.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
        lastAt = performance.now();
      });
      await openUrl(url);
      while (performance.now() - lastAt < QUIET_NETWORK_MS || lastAt === Infinity) await sleep(100);
      return bytes / 1000;
    },
    /** Waits until the element is painted. `text` is its name or content. `at` is in ms of the page's time. */
    find: (selector: string, text = '') =>
      ask<Point & { at: number }>(`(${findShown})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`),
    /** When Chromium first shows this text, in ms of the page's time. To be called before the text is there. */
    awaitText: (selector: string, text: string) =>
      ask<number>(`(${awaitPaint})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`),
    requested: async (part: string) => {
      for await (const [{ request }] of on(events, 'Network.requestWillBeSent'))
        if (request.url.includes(part)) return;
    },
    tap: async (point: Point) => {
      await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
    hover: (point: Point) => sendMouse('mouseMoved', point),
    click: async (point: Point) => {
      for (const type of ['mousePressed', 'mouseReleased'])
        await sendMouse(type, point, { button: 'left', clickCount: 1 });
    },
    wheel: (point: Point, deltaY: number) => sendMouse('mouseWheel', point, { deltaX: 0, deltaY }),
    type: async (letters: string, delayMs: number) => {
      for (const text of letters) {
        await send('Input.dispatchKeyEvent', { type: 'keyDown', text, key: text });
        await send('Input.dispatchKeyEvent', { type: 'keyUp', key: text });
        await sleep(delayMs);
      }
    },
    /** 0 when no task took 50 ms. */
    longestTaskMs: async (since = 0) =>
      Math.max(0, ...(await ask<number[]>(writeSlowEntriesScript('longtask', since)))),
    /** Sum of the time that each task takes beyond 50 ms. */
    blockingMs: async () =>
      (await ask<number[]>(writeSlowEntriesScript('longtask', 0))).reduce(
        (sum, duration) => sum + duration - 50,
        0,
      ),
    /** Median from key press to paint. The browser rounds to 8 ms and leaves out less than 16 ms. */
    keyMs: async (since: number) =>
      computeMedian([0, ...(await ask<number[]>(writeSlowEntriesScript('keydown', since)))]),
  };
}

const recordSlow = `var seen = [];
new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'event', durationThreshold: 16 })`;

const writeSlowEntriesScript = (name: 'longtask' | 'keydown', since: number) =>
  `seen.filter((one) => (one.entryType === '${name}' || one.name === '${name}') && one.startTime + one.duration > ${since})
    .map(({ duration }) => duration)`;

/** Chooses an option as somebody does. */
export const chooseOption = (selector: string, value: string): string => `{
  const select = document.querySelector('${selector}');
  select.value = '${value}';
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
}`;

/**
 * Runs in the page. Scrolls up or down to the element. It looks only when something has changed. Looking at
 * every frame would keep the slowed processor busy with painting.
 */
function findShown(selector: string, text: string) {
  const isNamed = (element: Element) => !text || (element.ariaLabel ?? element.textContent)?.trim() === text;
  return new Promise((resolve) => {
    let isDue = false;
    const lookForElement = () => {
      isDue = false;
      for (const element of document.querySelectorAll(selector)) {
        const { x, y, width, height } = element.getBoundingClientRect();
        const middle = { x: x + width / 2, y: y + height / 2 };
        const isAcross = width > 0 && middle.x > 0 && middle.x < innerWidth;
        if (!isAcross || !isNamed(element) || !element.checkVisibility({ visibilityProperty: true }))
          continue;
        if (y < innerHeight && y + height > 0) {
          changes.disconnect();
          clearInterval(timer);
          requestAnimationFrame(() => resolve({ ...middle, at: performance.now() }));
          return;
        }
        element.scrollIntoView({ block: 'center' });
        return lookSoon();
      }
    };
    const lookSoon = () => {
      if (!isDue) requestAnimationFrame(lookForElement);
      isDue = true;
    };
    const changes = new MutationObserver(lookSoon);
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    // An element may move into view without a change of the page
    const timer = setInterval(lookSoon, 100);
    lookSoon();
  });
}

/** Runs in the page. The task after a frame comes when Chromium has painted it; React may keep the element. */
function awaitPaint(selector: string, text: string) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    const lookForText = () => {
      const isThere = [...document.querySelectorAll(selector)].some(
        (one) => one.textContent?.trim() === text,
      );
      if (!isThere) return;
      changes.disconnect();
      requestAnimationFrame(() => port2.postMessage(null));
    };
    const changes = new MutationObserver(lookForText);
    changes.observe(document, { subtree: true, childList: true, characterData: true });
  });
}
