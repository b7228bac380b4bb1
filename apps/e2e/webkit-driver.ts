import { type ChildProcess, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { findLocalPort } from '../server/src/testing/processes/started-product.ts';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = { [ELEMENT]: string };

/** Debian's WebKitGTK on a screen of its own, driven by the WebDriver protocol, because Playwright cannot drive it. */
export async function openWebKit(baseUrl: string) {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '800x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = await readLines(screen, 1);
  const port = await findLocalPort();
  const env = { ...process.env, DISPLAY: `:${display}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { message?: string } };
    if (!answer.ok) throw new Error(`WebDriver ${path}: ${value.message}`);
    return value as unknown;
  };
  const browser = { binary: globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0], args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
  const { sessionId } = (await untilListening(() => call('POST', '', { capabilities }))) as {
    sessionId: string;
  };
  const inSession = (method: string, path: string, body?: object) =>
    call(method, `/${sessionId}${path}`, body);
  await inSession('POST', '/window/rect', { width: 390, height: 844 });

  return {
    open: (path: string) => inSession('POST', '/url', { url: baseUrl + path }),
    run: <T, Given extends unknown[]>(script: (...given: Given) => T, ...args: Given) =>
      inSession('POST', '/execute/sync', { script: `return (${script})(...arguments)`, args }) as Promise<T>,
    /** Elements have no type outside the page. */
    find: (script: (text: string) => unknown, text: string) =>
      inSession('POST', '/execute/sync', {
        script: `return (${script})(...arguments)`,
        args: [text],
      }) as Promise<Element | undefined>,
    /** By script, because the floating buttons may cover it. */
    press: (element: Element) =>
      inSession('POST', '/execute/sync', { script: 'arguments[0].click()', args: [element] }),
    type: ({ [ELEMENT]: id }: Element, text: string) => inSession('POST', `/element/${id}/value`, { text }),
    close: async () => {
      await inSession('DELETE', '').catch(() => undefined);
      driver.kill();
      screen.kill();
    },
  };
}

async function readLines({ stdout }: ChildProcess, count: number): Promise<string[]> {
  const lines: string[] = [];
  if (stdout) for await (const line of createInterface(stdout)) if (lines.push(line) === count) break;
  return lines;
}

async function untilListening<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
