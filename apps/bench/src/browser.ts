import { spawn } from 'node:child_process';
import { EventEmitter, on, once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { median } from './median.ts';
import { freePort, stopChild, untilReady, withFolder } from './product.ts';

/** Playwright finds its own Chromium when this is undefined. */
export const chromiumPath = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find((path) => path && existsSync(path));

const chromiumOptions = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];
/** Playwright sets these itself. */
const quietOptions = [
  '--headless',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--hide-scrollbars',
];

export async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: chromiumOptions,
  });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

interface Slowness {
  kbitPerSecond?: number;
  latencyMs?: number;
  /** The factor by which Chromium slows the processor. */
  cpu: number;
}

/** The page has an empty cache. */
export async function withPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

function networkConditions({ kbitPerSecond = 0, latencyMs = 0 }: Slowness) {
  const bytesPerSecond = (kbitPerSecond * 1000) / 8;
  return {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  };
}

export interface View {
  width: number;
  height: number;
  deviceScaleFactor: number;
  mobile: boolean;
}

interface Point {
  x: number;
  y: number;
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

/**
 * A tab of a new Chromium. Playwright would distort the figures: it makes Chromium read a script again for
 * each error that the script creates, and runs a large script of its own on the slowed processor. The tab
 * records long tasks and slow events.
 */
export const withTab = <T>(view: View, use: (tab: Tab) => Promise<T>): Promise<T> =>
  withFolder(async (profile) => {
    const port = await freePort();
    const options = [`--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, ...quietOptions];
    const browser = spawn(chromiumPath ?? chromium.executablePath(), [...chromiumOptions, ...options], {
      stdio: 'ignore',
    });
    try {
      const address = `http://127.0.0.1:${port}/json`;
      await untilReady(`${address}/version`, browser);
      const opened = await fetch(`${address}/new?about:blank`, { method: 'PUT' });
      const { webSocketDebuggerUrl } = (await opened.json()) as { webSocketDebuggerUrl: string };
      const socket = new WebSocket(webSocketDebuggerUrl);
      await once(socket, 'open');
      return await use(await openTab(socket, view));
    } finally {
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
  const sendCommand = async (method: string, params: object = {}) => {
    sent += 1;
    const answer = once(events, `${sent}`);
    socket.send(JSON.stringify({ id: sent, method, params }));
    const [result, error] = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const runEarly = (source: string) => sendCommand('Page.addScriptToEvaluateOnNewDocument', { source });
  const dispatchMouse = (type: string, point: Point, more: object = {}) =>
    sendCommand('Input.dispatchMouseEvent', { type, ...point, ...more });
  const evaluate = async <T>(expression: string): Promise<T> => {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await sendCommand('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };

  await sendCommand('Page.enable');
  await sendCommand('Network.enable');
  await sendCommand('Emulation.setDeviceMetricsOverride', view);
  await sendCommand('Emulation.setTouchEmulationEnabled', { enabled: view.mobile });
  await runEarly(recordSlow);

  return {
    early: runEarly,
    ask: evaluate,
    goto: (url: string) => sendCommand('Page.navigate', { url }),
    async slowDown(slowness: Slowness) {
      await sendCommand('Emulation.setCPUThrottlingRate', { rate: slowness.cpu });
      if (slowness.kbitPerSecond)
        await sendCommand('Network.emulateNetworkConditions', networkConditions(slowness));
    },
    /** Waits until the element is painted. `text` is its name or content. `at` is in ms of the page's time. */
    find: (selector: string, text = '') =>
      evaluate<Point & { at: number }>(
        `(${findShown})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`,
      ),
    requested: async (part: string) => {
      for await (const [{ request }] of on(events, 'Network.requestWillBeSent'))
        if (request.url.includes(part)) return;
    },
    async tap(point: Point) {
      await sendCommand('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await sendCommand('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
    hover: (point: Point) => dispatchMouse('mouseMoved', point),
    async click(point: Point) {
      await dispatchMouse('mousePressed', point, { button: 'left', clickCount: 1 });
      await dispatchMouse('mouseReleased', point, { button: 'left', clickCount: 1 });
    },
    wheel: (point: Point, deltaY: number) => dispatchMouse('mouseWheel', point, { deltaX: 0, deltaY }),
    async type(letters: string, delayMs: number) {
      for (const text of letters) {
        await sendCommand('Input.dispatchKeyEvent', { type: 'keyDown', text, key: text });
        await sendCommand('Input.dispatchKeyEvent', { type: 'keyUp', key: text });
        await sleep(delayMs);
      }
    },
    /** 0 when no task took 50 ms. */
    longestTaskMs: async (since = 0) =>
      Math.max(0, ...(await evaluate<number[]>(slowEntries('longtask', since)))),
    /** Median from key press to paint. The browser rounds to 8 ms and leaves out less than 16 ms. */
    keyMs: async (since: number) => median([0, ...(await evaluate<number[]>(slowEntries('keydown', since)))]),
  };
}

const recordSlow = `var seen = [];
new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'event', durationThreshold: 16 })`;

const slowEntries = (name: 'longtask' | 'keydown', since: number) =>
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
    // For what moves into view
    const timer = setInterval(lookSoon, 100);
    lookSoon();
  });
}

/** Counts bytes over the network, headers included. Files of Chromium's own PDF viewer do not count. */
export async function countBytes(page: Page): Promise<{ total: number; lastAt: number }> {
  const counted = { total: 0, lastAt: performance.now() };
  const counts = new Set<string>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/^http/.test(response.url)) counts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    counted.lastAt = performance.now();
    if (counts.has(requestId)) counted.total += encodedDataLength;
  });
  await session.send('Network.enable');
  return counted;
}
