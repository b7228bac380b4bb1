import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@institute/contract';
import { runningServer } from '@institute/embedded-postgres';
import pg from 'pg';
import { freePort as portOf } from '../../server/src/http/server/port.ts';

const root = resolve(import.meta.dirname, '../../..');
const UP_WITHIN_MS = 120_000;

export interface Product {
  origin: string;
  /** The origin that its pages name. */
  publicOrigin: string;
  pid: number;
  readyAfterMs: number;
  stop(): Promise<void>;
}

export async function startProduct(dataDir: string, settings: Record<string, string> = {}): Promise<Product> {
  const startedAt = performance.now();
  const child = spawnProduct({ PORT: '0', DATA_DIR: dataDir, ...settings }, 'pipe');
  const port = await readPort(child);
  await untilReady(`${localOrigin(port)}/readyz`, child);
  return {
    origin: localOrigin(port),
    publicOrigin: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    stop: () => stopChild(child),
  };
}

/** The port that the product says it has. All output is read, because a full pipe would keep the product from ending. */
function readPort(child: ChildProcess): Promise<number> {
  let output: string | undefined = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${child.spawnfile} did not start.`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output === undefined) return;
      output += text;
      const said = /"listens":"[^"]*:(\d+)"/.exec(output)?.[1];
      if (said === undefined) return;
      output = undefined;
      resolve(Number(said));
    });
  });
}

export const spawnProduct = (
  settings: Record<string, string>,
  stdout: 'ignore' | 'pipe' = 'ignore',
): ChildProcess =>
  spawn(process.execPath, ['apps/server/launch.mjs'], {
    cwd: root,
    // All requests come from one address.
    env: { ...process.env, RATE_LIMIT_FACTOR: '1000000', ...settings },
    stdio: ['ignore', stdout, 'inherit'],
  });

/** Waits for the first 200. Throws when the process ends or takes too long. */
export async function untilReady(address: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + UP_WITHIN_MS;
  const isReady = () =>
    fetch(address).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode === null && performance.now() < deadline) await sleep(5);
    else {
      await stopChild(child);
      throw new Error(`${child.spawnfile} did not start.`);
    }
  }
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

export const localOrigin = (port: number): string => `http://127.0.0.1:${port}`;

/** The paths of the eight pages that targets name. */
export async function mainPages(publicOrigin: string): Promise<string[]> {
  const firstItem = async (resource: string) => {
    const answer = await fetch(`${publicOrigin}/api/v1/${resource}`);
    return ((await answer.json()) as { data: { id: number }[] }).data[0]?.id;
  };
  const [program, post] = [`/programs/${await firstItem('programs')}`, `/news/${await firstItem('posts')}`];
  return ['/', '/programs', program, '/news', post, '/gallery', '/registration', '/donations'];
}

export const freePort = (): Promise<number> => portOf({ host: '127.0.0.1', port: 0 });

export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'institute-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const withProduct = <T>(
  use: (product: Product, client: pg.Client, dataDir: string) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> =>
  withFolder(async (dataDir) => {
    const product = await startProduct(dataDir, settings);
    const client = new pg.Client(runningServer(dataDir));
    try {
      await client.connect();
      return await use(product, client, dataDir);
    } finally {
      await client.end();
      await product.stop();
    }
  });

/** The first account owns the site. */
export async function signUp(origin: string): Promise<Session> {
  const password = 'a-long-kitenge-thread-9';
  const body = { email: 'bench@institute.example', password, confirmPassword: password };
  return callApi<Session>(`${origin}/api/v1/admin/signup`, 'POST', body);
}

export async function callApi<T>(url: string, method: string, content: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(content) });
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
}
