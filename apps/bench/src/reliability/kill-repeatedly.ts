import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady, originOf, spawnProduct } from '../product.ts';
import type { Random } from './random.ts';
import type { Task } from './tasks.ts';

/** One start in this many is killed before it is up. */
const STARTS_PER_EARLY_KILL = 5;
const MAX_RUN_MS = 2500;
const START_TIMEOUT_MS = 60_000;

interface Plan {
  port: number;
  settings: Record<string, string>;
  kills: number;
  tasks: Task[];
  random: Random;
  /** Called before each start. */
  onStart(run: number): void;
}

export interface LastRun {
  killedBeforeUp: number;
  /** The process of the last start, which keeps running. */
  child: ChildProcess;
  /** Resolves when all tasks are done. */
  done: Promise<unknown>;
}

/** Starts and kills the process repeatedly while the tasks run. The last process keeps running. */
export async function killRepeatedly({
  port,
  settings,
  kills,
  tasks,
  random,
  onStart,
}: Plan): Promise<LastRun> {
  const begun: Promise<void>[] = [];
  const waiting = [...tasks];
  /** Spread over time, so that each kill interrupts some of them. */
  const begin = (count: number, withinMs: number) => {
    for (const task of waiting.splice(0, count)) begun.push(sleep(random.between(0, withinMs)).then(task));
  };
  const start = (run: number) => {
    onStart(run);
    return spawnProduct({ ...settings, PORT: `${port}` });
  };

  let killedBeforeUp = 0;
  let upAfterMs = 1500;
  for (let run = 0; run < kills; run += 1) {
    const startedAt = performance.now();
    const child = start(run);
    const exit = once(child, 'exit');
    if (run > 0 && random.between(0, STARTS_PER_EARLY_KILL) < 1) {
      await sleep(random.between(0, upAfterMs));
      killedBeforeUp += 1;
    } else {
      await up(port, child);
      upAfterMs = performance.now() - startedAt;
      const runMs = random.between(0, MAX_RUN_MS);
      begin(Math.ceil(waiting.length / (kills - run)), runMs);
      await sleep(runMs);
    }
    child.kill('SIGKILL');
    await exit;
    if ((run + 1) % 10 === 0) console.info(`${run + 1} kills, ${begun.length} of ${tasks.length} begun`);
  }

  const child = start(kills);
  await up(port, child);
  begin(waiting.length, 0);
  return { killedBeforeUp, child, done: Promise.all(begun) };
}

async function up(port: number, child: ChildProcess): Promise<void> {
  const origin = originOf(port);
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('The product did not start');
    await sleep(10);
  }
}
