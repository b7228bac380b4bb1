import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../http/server/port.ts';

const START_TIMEOUT_MS = 120_000;

/** The product as `npm start` starts it. */
export interface StartedProduct {
  origin: string;
  /** The origin that its pages name. */
  publicOrigin: string;
  pid: number;
  readyAfterMs: number;
  stop(): Promise<void>;
}

export async function startProduct(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<StartedProduct> {
  const startedAt = performance.now();
  const child = spawnProduct({ PORT: '0', DATA_DIR: dataDir, ...settings }, 'pipe');
  const port = await readPort(child);
  await waitUntilReady(`${makeLocalOrigin(port)}/readyz`, child);
  return {
    origin: makeLocalOrigin(port),
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
    cwd: join(import.meta.dirname, '../../../../..'),
    // All requests come from one address.
    env: { ...process.env, RATE_LIMIT_FACTOR: '1000000', ...settings },
    stdio: ['ignore', stdout, 'inherit'],
  });

/** Waits for the first 200. Throws when the process ends or takes too long. */
export async function waitUntilReady(address: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
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

export const makeLocalOrigin = (port: number): string => `http://127.0.0.1:${port}`;

export const findLocalPort = (): Promise<number> => findFreePort({ host: '127.0.0.1', port: 0 });
