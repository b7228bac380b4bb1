import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady, originOf, spawnProduct } from '../product.ts';
import type { Random } from './random.ts';
import type { Deed } from './work.ts';

/** One in this many is killed before it is up. */
const STILLBORN = 5;
const LIVES_AT_MOST_MS = 2500;
const UP_WITHIN_MS = 60_000;

interface Plan {
  port: number;
  settings: Record<string, string>;
  kills: number;
  deeds: Deed[];
  random: Random;
  /** Called before each start. */
  onStart(life: number): void;
}

export interface Lives {
  killedBeforeUp: number;
  /** The process of the last life, which keeps running. */
  child: ChildProcess;
  /** Resolves when all work is done. */
  done: Promise<unknown>;
}

/** Starts and kills the process again and again while the work runs. The last process keeps running. */
export async function liveAndDie({ port, settings, kills, deeds, random, onStart }: Plan): Promise<Lives> {
  const begun: Promise<void>[] = [];
  const waiting = [...deeds];
  /** Spread over time, so that each kill interrupts some of them. */
  const begin = (count: number, withinMs: number) => {
    for (const deed of waiting.splice(0, count)) begun.push(sleep(random.between(0, withinMs)).then(deed));
  };
  const start = (life: number) => {
    onStart(life);
    return spawnProduct({ ...settings, PORT: `${port}` });
  };

  let killedBeforeUp = 0;
  let upAfterMs = 1500;
  for (let life = 0; life < kills; life += 1) {
    const startedAt = performance.now();
    const child = start(life);
    const exit = once(child, 'exit');
    if (life > 0 && random.between(0, STILLBORN) < 1) {
      await sleep(random.between(0, upAfterMs));
      killedBeforeUp += 1;
    } else {
      await up(port, child);
      upAfterMs = performance.now() - startedAt;
      const lifeMs = random.between(0, LIVES_AT_MOST_MS);
      begin(Math.ceil(waiting.length / (kills - life)), lifeMs);
      await sleep(lifeMs);
    }
    child.kill('SIGKILL');
    await exit;
    if ((life + 1) % 10 === 0) console.info(`${life + 1} kills, ${begun.length} of ${deeds.length} begun`);
  }

  const child = start(kills);
  await up(port, child);
  begin(waiting.length, 0);
  return { killedBeforeUp, child, done: Promise.all(begun) };
}

async function up(port: number, child: ChildProcess): Promise<void> {
  const origin = originOf(port);
  const deadline = performance.now() + UP_WITHIN_MS;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('The product did not start');
    await sleep(10);
  }
}
