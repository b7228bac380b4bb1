import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { median } from './median.ts';
import { freePort } from './product.ts';

/** Playwright finds its own Chromium when this is undefined. */
export const chromiumPath = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find((path) => path && existsSync(path));

export async function withBrowser<T>(
  use: (browser: Browser) => Promise<T>,
  ...options: string[]
): Promise<T> {
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', ...options],
  });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

export interface Slowness {
  kbitPerSecond?: number;
  latencyMs?: number;
  /** The factor by which Chromium slows the processor. */
  cpu: number;
}

/** The page has an empty cache. It records long tasks and slow events. */
export async function withPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen: { kind: string; startTime: number; duration: number }[] = [];
    Object.assign(window, { seen });
    const watch = (options: PerformanceObserverInit & { durationThreshold?: number }) =>
      new PerformanceObserver((list) => {
        for (const { entryType, name, startTime, duration } of list.getEntries())
          seen.push({ kind: entryType === 'event' ? name : entryType, startTime, duration });
      }).observe({ ...options, buffered: true });
    watch({ type: 'longtask' });
    watch({ type: 'event', durationThreshold: 16 });
  });
  try {
    return await use(page);
  } finally {
    await context.close();
  }
}

export async function slowDown(page: Page, slowness: Slowness): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu });
  if (!slowness.kbitPerSecond) return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', networkOf(slowness));
}

function networkOf({ kbitPerSecond = 0, latencyMs = 0 }: Slowness) {
  const bytesPerSecond = (kbitPerSecond * 1000) / 8;
  return {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  };
}

interface View {
  width: number;
  height: number;
  deviceScaleFactor: number;
  mobile: boolean;
}

/**
 * What a script in the page resolves to during a first view. It speaks to Chromium without Playwright, which
 * has the browser read a script again for each error that the script creates: that doubles the longest task.
 * `early` runs before the page's own scripts.
 */
export async function firstView<T>(
  address: string,
  slowness: Slowness,
  { view, script, early = '' }: { view: View; script: string; early?: string },
): Promise<T> {
  const port = await freePort();
  return withBrowser(async () => {
    const opened = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: 'PUT' });
    const { webSocketDebuggerUrl } = (await opened.json()) as { webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl);
    await once(socket, 'open');
    let sent = 0;
    const send = async (method: string, params: object = {}) => {
      sent += 1;
      const id = sent;
      socket.send(JSON.stringify({ id, method, params }));
      for (;;) {
        const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
        const answer = JSON.parse(data);
        if (answer.id !== id) continue;
        if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
        return answer.result;
      }
    };
    await send('Page.enable');
    await send('Network.enable');
    await send('Emulation.setDeviceMetricsOverride', view);
    await send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu });
    await send('Network.emulateNetworkConditions', networkOf(slowness));
    if (early) await send('Page.addScriptToEvaluateOnNewDocument', { source: early });
    await send('Page.navigate', { url: address });
    const expression = `${watchTasks}; ${script}`;
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    socket.close();
    return result.value;
  }, `--remote-debugging-port=${port}`);
}

/** Scripts of a first view find in `tasks` how many milliseconds each task of at least 50 took. */
const watchTasks = `const tasks = [0];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) tasks.push(duration);
}).observe({ type: 'longtask', buffered: true })`;

/** 0 when no task took 50 ms. */
export const longestTaskMs = async (page: Page, since = 0): Promise<number> =>
  Math.max(0, ...(await durations(page, 'longtask', since)));

/** Median from key press to paint. The browser rounds to 8 ms and leaves out less than 16 ms. */
export const keyMs = async (page: Page, since: number): Promise<number> =>
  median([0, ...(await durations(page, 'keydown', since))]);

const durations = (page: Page, kind: 'longtask' | 'keydown', since: number): Promise<number[]> =>
  page.evaluate(
    ([kind, since]) =>
      (window as unknown as { seen: { kind: string; startTime: number; duration: number }[] }).seen
        .filter((one) => one.kind === kind && one.startTime + one.duration > since)
        .map(({ duration }) => duration),
    [kind, since] as const,
  );

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
