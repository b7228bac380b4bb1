import cluster, { type Worker as Child } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { pause } from '../background/worker.ts';
import { StartError } from '../start-error.ts';
import { tell } from './question.ts';

/** A process that lived for this long is replaced at once. */
const STABLE_MS = 60_000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** A process ends by itself in this time after the signal. */
const END_MAY_TAKE_MS = 20_000;

/** The first process has already said why it cannot start. */
export class ReportedFailure extends Error {}

interface Options {
  count: number;
  /** Holds each running process by its number, from 1. */
  running: Map<number, Child>;
  env: Record<string, string>;
  log: Pick<Logger, 'error' | 'warn'>;
  /** Aborts with the signal when the primary is told to end. */
  stopping: AbortSignal;
  onFork(child: Child): void;
}

type End = { code: number | null; signal: string | null };

/** Tells the primary that this process answers requests. */
export const sayListening = (): void => tell(process, { isListening: true });

/** The first of the processes does once what needs to be done once. */
export const isFirst = (): boolean => !cluster.isWorker || cluster.worker?.id === 1;

/** Starts processes that answer requests, and replaces those that end, until the primary is told to end. */
export function startChildren({ count, running, env, log, stopping, onFork }: Options) {
  function fork(number: number) {
    const child = cluster.fork(env);
    running.set(number, child);
    onFork(child);
    const { promise, resolve } = Promise.withResolvers<End>();
    child.on('exit', (code, signal) => resolve({ code, signal }));
    child.on('error', (error) => {
      log.warn({ err: error, process: number }, 'a message to a process was lost');
      // otherwise it runs, and says by itself when it ends
      if (child.process.pid === undefined) resolve({ code: null, signal: null });
    });
    const ended = promise.then((end) => {
      running.delete(number);
      return end;
    });
    return { child, ended, startedAt: performance.now() };
  }

  async function keep(number: number, first = fork(number)): Promise<void> {
    let pauseMs = 0;
    for (let one = first; ; one = fork(number)) {
      const end = await one.ended;
      if (stopping.aborted) return;
      const isStable = performance.now() - one.startedAt > STABLE_MS;
      pauseMs = isStable ? 0 : Math.min(Math.max(pauseMs * 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
      log.error(
        { process: number, of: one.child.process.pid, ...end, pauseMs },
        'a process ended unexpectedly; another one replaces it',
      );
      await pause(pauseMs, stopping);
      if (stopping.aborted) return;
    }
  }

  const first = fork(1);
  const kept: Promise<unknown>[] = [first.ended];
  const signalAll = (signal: NodeJS.Signals) => {
    for (const child of running.values()) child.process.kill(signal);
  };
  stopping.addEventListener('abort', () => signalAll(stopping.reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM'));

  return {
    /** Resolves when the first process answers, and then starts the others. */
    up: async (): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      first.child.on('message', ({ isListening }: { isListening?: boolean }) => {
        if (isListening) resolve();
      });
      const end = await Promise.race([promise, first.ended]);
      if (end?.signal) throw new StartError(`The first process was ended by ${end.signal}.`);
      if (end) throw new ReportedFailure();
      kept.push(keep(1, first));
      for (let number = 2; number <= count; number += 1) kept.push(keep(number));
    },
    /** Waits for those that end by themselves, and ends the others. */
    close: async (): Promise<void> => {
      const ended = Promise.all(kept);
      await Promise.race([ended, sleep(END_MAY_TAKE_MS, undefined, { ref: false })]);
      signalAll('SIGKILL');
      await ended;
    },
  };
}
