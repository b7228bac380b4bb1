import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ClientConfig } from 'pg';
import { type Side, stop } from './product.ts';

/** A constant answer of the bare server to a GET. */
export interface Constant {
  path: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Bare {
  constants: Constant[];
  connection?: ClientConfig;
  /** Stores bodies that are posted to `/rows`. */
  insert?: { text: string; columns: string[] };
  /** Reads what a GET of `/rows` answers with. */
  select?: string;
}

/** Starts a bare Fastify in its own process. */
export async function startBare(bare: Bare): Promise<Side> {
  const child = fork(new URL('./bare.server.ts', import.meta.url), { serialization: 'advanced' });
  child.send(bare);
  const [origin] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The bare server did not start.'))),
  ]);
  return { origin, pid: child.pid ?? 0, stop: () => stop(child) };
}
