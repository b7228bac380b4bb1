import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../../..');
const UP_WITHIN_MS = 120_000;
const launch = [process.execPath, 'apps/server/launch.mjs'];

export interface Side {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the product as `npm start` does, with its own database in `dataDir`. `settings` come on top of the environment. */
export async function startProduct(
  dataDir: string,
  settings: Record<string, string> = {},
  checkout: string = root,
  command: readonly string[] = launch,
): Promise<Side & { publicOrigin: string; readyAfterMs: number }> {
  const port = await freePort();
  const origin = originOf(port);
  const startedAt = performance.now();
  const child = spawnProduct({ PORT: `${port}`, DATA_DIR: dataDir, ...settings }, checkout, command);
  // The origin in the product's pages.
  const publicOrigin = `http://localhost:${port}`;
  const side = { origin, publicOrigin, pid: child.pid ?? 0, stop: () => stop(child) };
  try {
    while (!(await isReady(origin))) {
      if (child.exitCode !== null)
        throw new Error(`The product ended with ${child.exitCode} before it was up.`);
      if (performance.now() - startedAt > UP_WITHIN_MS) throw new Error('The product is not up in time.');
      await sleep(5);
    }
  } catch (error) {
    await side.stop();
    throw error;
  }
  return { ...side, readyAfterMs: performance.now() - startedAt };
}

/** Starts the process alone, with these settings on top of the environment. */
export function spawnProduct(
  settings: Record<string, string>,
  checkout: string = root,
  [program = '', ...args]: readonly string[] = launch,
): ChildProcess {
  return spawn(program, args, {
    cwd: checkout,
    // All requests come from one address.
    env: { ...process.env, RATE_LIMIT_FACTOR: '1000000', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export const originOf = (port: number): string => `http://127.0.0.1:${port}`;

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

export async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
