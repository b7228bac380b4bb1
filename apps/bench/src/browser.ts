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
import { withTemporaryFolder } from './product.ts';
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
/** A page counts as loaded when the network has been quiet for this time. */
const QUIET_NETWORK_MS = 1500;

type ScreenSize = { width: number; height: number; deviceScaleFactor: number; mobile: boolean };
/** `cpu` is the factor by which Chromium slows the processor. */
type NetworkThrottle = { kbitPerSecond?: number; latencyMs?: number; cpu: number };
type Point = { x: number; y: number };

export type Tab = Awaited<ReturnType<typeof openTab>>;

/**
 * A tab of a new Chromium with an empty cache. Playwright would distort the figures. With Playwright, Chromium reads
 * a script again for each error that the script creates, and runs a large script of Playwright's own on the slowed
 * processor. The tab records long tasks and slow events.
 */
export const withTab = <T>(view: ScreenSize, use: (tab: Tab) => Promise<T>): Promise<T> =>
  withTemporaryFolder(async (profile) => {
    const debuggingPort = await findLocalPort();
    const debuggingFlags = [`--remote-debugging-port=${debuggingPort}`, `--user-data-dir=${profile}`];
    // On Debian Chromium is started by a script, so the whole process group must be ended
    const chromiumProcess = spawn(chromiumPath, [...chromiumOptions, ...debuggingFlags], {
      stdio: 'ignore',
      detached: true,
    });
    try {
      await waitUntilReady(`${makeLocalOrigin(debuggingPort)}/json/version`, chromiumProcess);
      const tabOpeningAnswer = await fetch(`${makeLocalOrigin(debuggingPort)}/json/new?about:blank`, {
        method: 'PUT',
      });
      const { webSocketDebuggerUrl } = (await tabOpeningAnswer.json()) as { webSocketDebuggerUrl: string };
      const debuggerSocket = new WebSocket(webSocketDebuggerUrl);
      await once(debuggerSocket, 'open');
      return await use(await openTab(debuggerSocket, view));
    } finally {
      if (chromiumProcess.pid && chromiumProcess.exitCode === null)
        process.kill(-chromiumProcess.pid, 'SIGKILL');
      await stopChild(chromiumProcess);
    }
  });

async function openTab(socket: WebSocket, view: ScreenSize) {
  const debuggerEvents = new EventEmitter();
  let sentCommandCount = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(`${data}`);
    if (method) debuggerEvents.emit(method, params);
    else debuggerEvents.emit(`${id}`, result, error);
  });
  // Rejects the calls that still wait for an answer
  socket.addEventListener('close', () => debuggerEvents.emit('error', new Error('Chromium closed the tab.')));
  debuggerEvents.on('error', () => {});
  const sendCommand = async (method: string, params: object = {}) => {
    sentCommandCount += 1;
    const commandAnswer = once(debuggerEvents, `${sentCommandCount}`);
    socket.send(JSON.stringify({ id: sentCommandCount, method, params }));
    const [result, error] = await commandAnswer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const runBeforePageScripts = (source: string) =>
    sendCommand('Page.addScriptToEvaluateOnNewDocument', { source });
  const sendMouse = (type: string, point: Point, more: object = {}) =>
    sendCommand('Input.dispatchMouseEvent', { type, ...point, ...more });
  const openUrl = (url: string) => sendCommand('Page.navigate', { url });
  const evaluateExpression = async <T>(expression: string): Promise<T> => {
    const evaluationParameters = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await sendCommand('Runtime.evaluate', evaluationParameters);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };

  await sendCommand('Page.enable');
  await sendCommand('Network.enable');
  await sendCommand('Emulation.setDeviceMetricsOverride', view);
  await sendCommand('Emulation.setTouchEmulationEnabled', { enabled: view.mobile });
  await runBeforePageScripts(slowEntriesRecorder);

  return {
    early: runBeforePageScripts,
    ask: evaluateExpression,
    goto: openUrl,
    slowDown: async ({ cpu, kbitPerSecond, latencyMs = 0 }: NetworkThrottle) => {
      await sendCommand('Emulation.setCPUThrottlingRate', { rate: cpu });
      if (!kbitPerSecond) return;
      const bytesPerSecond = (kbitPerSecond * 1000) / 8;
      const network = {
        latency: latencyMs,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      };
      await sendCommand('Network.emulateNetworkConditions', { offline: false, ...network });
    },
    /** Measures in kB all that a page loads over the network, with headers. Files that install the site are blocked. */
    weigh: async (url: string) => {
      await sendCommand('Network.setBlockedURLs', { urls: ['*.webmanifest'] });
      let loadedBytes = 0;
      let lastLoadAt = Infinity;
      debuggerEvents.on('Network.loadingFinished', ({ encodedDataLength }) => {
        loadedBytes += encodedDataLength;
        lastLoadAt = performance.now();
      });
      await openUrl(url);
      while (performance.now() - lastLoadAt < QUIET_NETWORK_MS || lastLoadAt === Infinity) await sleep(100);
      return loadedBytes / 1000;
    },
    /**
     * Waits until the element is painted. `text` is its name or content. `at` in the answer is the time of the page
     * in ms.
     */
    find: (selector: string, text = '') =>
      evaluateExpression<Point & { at: number }>(
        `(${findVisibleElement})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`,
      ),
    /**
     * Waits until Chromium first shows this text, and returns the time of the page in ms. Call it before the text is
     * there.
     */
    awaitText: (selector: string, text: string) =>
      evaluateExpression<number>(
        `(${waitForPaintedText})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`,
      ),
    requested: async (part: string) => {
      for await (const [{ request }] of on(debuggerEvents, 'Network.requestWillBeSent'))
        if (request.url.includes(part)) return;
    },
    tap: async (point: Point) => {
      await sendCommand('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await sendCommand('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
    hover: (point: Point) => sendMouse('mouseMoved', point),
    click: async (point: Point) => {
      for (const mouseEventType of ['mousePressed', 'mouseReleased'])
        await sendMouse(mouseEventType, point, { button: 'left', clickCount: 1 });
    },
    wheel: (point: Point, deltaY: number) => sendMouse('mouseWheel', point, { deltaX: 0, deltaY }),
    type: async (letters: string, delayMs: number) => {
      for (const typedLetter of letters) {
        await sendCommand('Input.dispatchKeyEvent', { type: 'keyDown', text: typedLetter, key: typedLetter });
        await sendCommand('Input.dispatchKeyEvent', { type: 'keyUp', key: typedLetter });
        await sleep(delayMs);
      }
    },
    /** Returns 0 when no task took 50 ms. */
    longestTaskMs: async (since = 0) =>
      Math.max(0, ...(await evaluateExpression<number[]>(writeSlowEntriesScript('longtask', since)))),
    /** Sums, over all long tasks, the time beyond 50 ms. */
    blockingMs: async () =>
      (await evaluateExpression<number[]>(writeSlowEntriesScript('longtask', 0))).reduce(
        (sum, duration) => sum + duration - 50,
        0,
      ),
    /** Median time from a key press to the paint. The browser rounds times to 8 ms and reports none below 16 ms. */
    keyMs: async (since: number) =>
      computeMedian([0, ...(await evaluateExpression<number[]>(writeSlowEntriesScript('keydown', since)))]),
  };
}

const slowEntriesRecorder = `var seen = [];
new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'event', durationThreshold: 16 })`;

const writeSlowEntriesScript = (name: 'longtask' | 'keydown', since: number) =>
  `seen.filter((one) => (one.entryType === '${name}' || one.name === '${name}') && one.startTime + one.duration > ${since})
    .map(({ duration }) => duration)`;

/** Returns a script that chooses an option as a visitor would. */
export const chooseOption = (selector: string, value: string): string => `{
  const select = document.querySelector('${selector}');
  select.value = '${value}';
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
}`;

/**
 * Runs in the page. Scrolls to the element. It looks again only when the page has changed, because looking at every
 * frame would keep the slowed processor busy with painting.
 */
function findVisibleElement(selector: string, text: string) {
  const hasSearchedName = (element: Element) =>
    !text || (element.ariaLabel ?? element.textContent)?.trim() === text;
  return new Promise((resolve) => {
    let isElementLookPlanned = false;
    const lookForElement = () => {
      isElementLookPlanned = false;
      for (const element of document.querySelectorAll(selector)) {
        const { x, y, width, height } = element.getBoundingClientRect();
        const elementMiddle = { x: x + width / 2, y: y + height / 2 };
        const isMiddleOnScreen = width > 0 && elementMiddle.x > 0 && elementMiddle.x < innerWidth;
        if (
          !isMiddleOnScreen ||
          !hasSearchedName(element) ||
          !element.checkVisibility({ visibilityProperty: true })
        )
          continue;
        if (y < innerHeight && y + height > 0) {
          changeObserver.disconnect();
          clearInterval(lookTimer);
          requestAnimationFrame(() => resolve({ ...elementMiddle, at: performance.now() }));
          return;
        }
        element.scrollIntoView({ block: 'center' });
        return planElementLook();
      }
    };
    const planElementLook = () => {
      if (!isElementLookPlanned) requestAnimationFrame(lookForElement);
      isElementLookPlanned = true;
    };
    const changeObserver = new MutationObserver(planElementLook);
    changeObserver.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    // An element may also move into view while the page does not change
    const lookTimer = setInterval(planElementLook, 100);
    planElementLook();
  });
}

/**
 * Runs in the page. A task that follows a frame runs after Chromium has painted that frame. The element may have been
 * there before, because React can reuse it.
 */
function waitForPaintedText(selector: string, text: string) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    const lookForText = () => {
      const isTextThere = [...document.querySelectorAll(selector)].some(
        (one) => one.textContent?.trim() === text,
      );
      if (!isTextThere) return;
      changeObserver.disconnect();
      requestAnimationFrame(() => port2.postMessage(null));
    };
    const changeObserver = new MutationObserver(lookForText);
    changeObserver.observe(document, { subtree: true, childList: true, characterData: true });
  });
}
