import { Agent, request } from 'node:http';
import { connect } from 'node:http2';
import { setTimeout } from 'node:timers/promises';

/** Browsers open at most this number of HTTP/1.1 connections to one host. */
const CONNECTIONS = 6;
const TIMEOUT_MS = 60_000;

interface Answer {
  path: string;
  /** 0 when no answer came. */
  status: number;
  text: string;
}

/** `host` is the site's host, if it differs from the origin's: behind a proxy. */
export interface Address {
  origin: string;
  host?: string;
}

interface Browser {
  ask(path: string, accept: string): Promise<Answer>;
  close(): void;
}

/** Pages come uncompressed, because `filesOf` reads them. */
const acceptHeaders = (accept: string) => ({
  accept,
  'accept-encoding': accept.startsWith('text/html') ? 'identity' : 'gzip, br',
});

function openBrowser({ origin, host }: Address): Browser {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  return {
    ask: (path, accept) =>
      new Promise((resolve) => {
        const endRequest = (status: number, text = '') => resolve({ path, status, text });
        const headers = { ...acceptHeaders(accept), ...(host && { host }) };
        const asked = request(origin + path, { agent, headers, timeout: TIMEOUT_MS }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part) => {
            text += part;
          });
          answer.on('error', () => endRequest(0));
          answer.on('end', () => endRequest(answer.statusCode ?? 0, text));
        });
        asked.on('timeout', () => asked.destroy());
        asked.on('error', () => endRequest(0));
        asked.end();
      }),
    close: () => agent.destroy(),
  };
}

/** One connection for all requests. It trusts any certificate. */
function openHttp2Browser({ origin, host }: Address): Browser {
  const session = connect(origin, { rejectUnauthorized: false });
  session.on('error', () => {});
  return {
    ask: (path, accept) =>
      new Promise((resolve) => {
        let status = 0;
        let text = '';
        const stream = session.request({
          ':path': path,
          ...acceptHeaders(accept),
          ...(host && { ':authority': host }),
        });
        stream.setEncoding('utf8').setTimeout(TIMEOUT_MS, () => stream.close());
        stream.on('response', (headers) => {
          status = headers[':status'] ?? 0;
        });
        stream.on('data', (part) => {
          text += part;
        });
        stream.on('error', () => {
          status = 0;
        });
        stream.on('close', () => resolve({ path, status: stream.readableEnded ? status : 0, text }));
      }),
    close: () => session.close(),
  };
}

function listLinkedFiles(html: string): string[] {
  const tags = html.matchAll(/<(?:script|img|link)\b[^>]*?\s(?:src|href)="(\/[^"]*)"[^>]*>/g);
  const files = Array.from(tags).flatMap(([tag, path = '']) =>
    /rel="(?:canonical|alternate)"/.test(tag) ? [] : [path.replaceAll('&amp;', '&')],
  );
  return [...new Set([...files, '/sw.js'])];
}

const MAX_TRIES = 5;
const RETRY_MS = 3000;

/** Comes back after a 503, as the page that says "busy" does by itself. */
async function askAgainWhenBusy(browser: Browser, path: string, accept: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await browser.ask(path, accept);
    if (answer.status !== 503 || tries === MAX_TRIES) return answer;
    await setTimeout(RETRY_MS);
  }
}

async function openPage(address: Address, path: string): Promise<Answer[]> {
  const browser = address.origin.startsWith('https:') ? openHttp2Browser(address) : openBrowser(address);
  const page = await askAgainWhenBusy(browser, path, 'text/html,*/*;q=0.8');
  const files = await Promise.all(
    listLinkedFiles(page.text).map((file) => askAgainWhenBusy(browser, file, '*/*')),
  );
  browser.close();
  return [page, ...files];
}

export async function openTogether(
  address: Address,
  paths: readonly string[],
  visitors: number,
): Promise<{ requests: number; faults: string[] }> {
  const opened = Array.from({ length: visitors }, (_, visitor) =>
    openPage(address, paths[visitor % paths.length] ?? '/'),
  );
  const answers = (await Promise.all(opened)).flat();
  const faults = answers.filter(({ status }) => status !== 200);
  return { requests: answers.length, faults: faults.map(({ path, status }) => `${path}: ${status}`) };
}
