import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { findFreePort } from '../../http/server/port.ts';

export interface RedisServer {
  url: string;
  port: number;
  /** Client of the server. It reconnects automatically. */
  client: Redis;
  signal(signal: NodeJS.Signals): void;
  /** On the same port and with no keys. */
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** The full run installs it. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** The real Redis, which keeps nothing on disk. */
export async function startRedis({ password = '' } = {}): Promise<RedisServer> {
  const port = await findFreePort({ host: '127.0.0.1', port: 0 });
  const url = `redis://${password && `:${password}@`}127.0.0.1:${port}`;
  let child: ChildProcess;
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => {});
  const start = async () => {
    const options = ['--requirepass', password, '--save', '', '--appendonly', 'no'];
    child = spawn('redis-server', ['--bind', '127.0.0.1', '--port', `${port}`, ...options], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await client.ping();
  };
  const stop = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    url,
    port,
    client,
    start,
    stop,
    signal: (signal) => void child.kill(signal),
    close: async () => {
      client.disconnect();
      await stop();
    },
  };
}
