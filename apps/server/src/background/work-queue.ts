// Work with its group comes in and its places to run go out, one in each turn of the event loop: never more at once
// than the limits allow, and never may one group keep the others waiting.
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../errors.ts';

export interface QueueLimits {
  atOnce: number;
  /** Limit for one group. */
  atOnceEach?: number;
  waiting?: number;
  longestMs?: number;
}

interface Options extends QueueLimits {
  refusal?: () => AppError;
}

interface Taker {
  /** Tasks of different groups begin in turns. */
  group?: string;
  isGone?(): boolean;
}

interface WaitingTask extends Required<Taker> {
  since: number;
  begin(): void;
  refuse(failure: AppError): void;
}

const TICK_MS = 250;

/** The work that waits, by groups which take turns. */
function makeWaitingGroups(longestMs: number, refusal: () => AppError) {
  /** The next turn is that of the first group. None is empty. */
  const groups = new Map<string, WaitingTask[]>();
  let count = 0;
  let tick = 0;
  let clock: ReturnType<typeof setInterval> | undefined;

  const removeWork = (name: string, group: WaitingTask[], from: 'start' | 'end') => {
    const work = from === 'start' ? group.shift() : group.pop();
    if (group.length === 0) groups.delete(name);
    count -= 1;
    if (count === 0) {
      clearInterval(clock);
      clock = undefined;
    }
    return work;
  };

  // Counts ticks, not the time of day: a process that was suspended must not refuse everybody who waits.
  const refuseLate = () => {
    tick += 1;
    for (const [name, group] of groups) {
      while (group[0] && (tick - group[0].since) * TICK_MS >= longestMs) {
        removeWork(name, group, 'start')?.refuse(refusal());
      }
    }
  };

  return {
    readCount: () => count,

    add(work: Omit<WaitingTask, 'since'>): void {
      const group = groups.get(work.group) ?? [];
      group.push({ ...work, since: tick });
      groups.set(work.group, group);
      count += 1;
      if (longestMs < Infinity) clock ??= setInterval(refuseLate, TICK_MS).unref();
    },

    takeNext(mayBegin: (group: string) => boolean): WaitingTask | undefined {
      for (const [name, group] of groups) {
        if (!mayBegin(name)) continue;
        const next = removeWork(name, group, 'start');
        // The group goes to the end, so that the others have their turn
        if (groups.delete(name)) groups.set(name, group);
        return next;
      }
      return undefined;
    },

    /** The largest group loses its last work to a newcomer of a smaller one. */
    makeRoom(newcomer: string): boolean {
      let largest: [string, WaitingTask[]] = [newcomer, groups.get(newcomer) ?? []];
      for (const entry of groups) if (entry[1].length > largest[1].length) largest = entry;
      const [name, group] = largest;
      if (name === newcomer) return false;
      removeWork(name, group, 'end')?.refuse(refusal());
      return true;
    },
  };
}

/**
 * One piece of work begins in each turn of the event loop. Groups take turns, so that a group with much work does not
 * delay the others.
 */
export function makeWorkQueue({
  atOnce,
  atOnceEach = atOnce,
  waiting = Infinity,
  longestMs = Infinity,
  refusal = tooBusyError,
}: Options) {
  const waitingGroups = makeWaitingGroups(longestMs, refusal);
  let running = 0;
  const runningOf = new Map<string, number>();

  const mayBegin = (group: string) => running < atOnce && (runningOf.get(group) ?? 0) < atOnceEach;

  // Work that waits for nothing would otherwise follow work in one turn, while every connection waits.
  let isTurnTaken = false;
  function awaitTurn(): void {
    isTurnTaken = true;
    setImmediate(startNextTurn);
  }
  function startNextTurn(): void {
    isTurnTaken = false;
    let next = waitingGroups.takeNext(mayBegin);
    while (next?.isGone()) {
      next.refuse(makeAbandonedError());
      next = waitingGroups.takeNext(mayBegin);
    }
    if (!next) return;
    beginWork(next.group);
    next.begin();
  }
  function beginWork(group: string): void {
    running += 1;
    runningOf.set(group, (runningOf.get(group) ?? 0) + 1);
    awaitTurn();
  }
  function endWork(group: string): void {
    running -= 1;
    const left = (runningOf.get(group) ?? 1) - 1;
    if (left > 0) runningOf.set(group, left);
    else runningOf.delete(group);
    if (waitingGroups.readCount() > 0 && !isTurnTaken) awaitTurn();
  }

  /**
   * Resolves, when the work may begin, with the function that ends it. Rejects when the work is refused, or
   * when `isGone` says at its turn that nobody waits for it.
   */
  async function acquirePlace({ group = '', isGone = () => false }: Taker = {}): Promise<() => void> {
    if (!isTurnTaken && mayBegin(group)) beginWork(group);
    else {
      const isFull = running + waitingGroups.readCount() >= atOnce + waiting;
      if (isFull && !waitingGroups.makeRoom(group)) throw refusal();
      await new Promise<void>((begin, refuse) => {
        waitingGroups.add({ group, begin, refuse, isGone });
      });
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      endWork(group);
    };
  }

  return {
    take: acquirePlace,
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      const finish = await acquirePlace();
      try {
        return await work();
      } finally {
        finish();
      }
    },
  };
}

const makeAbandonedError = () => new AppError('UNAVAILABLE', 'Nobody waits for this any more');
const tooBusyError = () =>
  new AppError('UNAVAILABLE', 'Too much is going on at this moment', { retryAfter: 2 });

/** Work that goes on after the answer to its request. */
export interface LaterWork {
  /** Runs one piece after the other. Skips work whose key is still pending. */
  add(key: string, work: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export function makeWorkAfterAnswer(log: Pick<FastifyBaseLogger, 'error'>): LaterWork {
  const { run: inTurn } = makeWorkQueue({ atOnce: 1 });
  const pending = new Map<string, Promise<unknown>>();
  return {
    add: (key, work) => {
      if (pending.has(key)) return;
      const ended = inTurn(work)
        .catch((error: unknown) => log.error({ err: error }, 'work after an answer failed'))
        .finally(() => pending.delete(key));
      pending.set(key, ended);
    },
    close: async () => {
      await Promise.all(pending.values());
    },
  };
}
