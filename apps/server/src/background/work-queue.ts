// A queue takes work with its group and gives it places to run, one in each turn of the event loop. It never runs
// more at once than the limits allow, and no group can keep the others waiting.
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../errors.ts';

export interface QueueLimits {
  atOnce: number;
  /** Most tasks of one group that run at once. */
  atOnceEach?: number;
  waiting?: number;
  longestMs?: number;
}

interface WorkQueueOptions extends QueueLimits {
  refusal?: () => AppError;
}

interface PlaceRequest {
  /** Tasks of different groups begin in turns. */
  group?: string;
  isGone?(): boolean;
}

interface WaitingTask extends Required<PlaceRequest> {
  since: number;
  begin(): void;
  refuse(failure: AppError): void;
}

const WAITING_TICK_MS = 250;

/** Holds the waiting tasks by group. Groups take turns. */
function makeWaitingGroups(longestMs: number, refusal: () => AppError) {
  /** The first group in the map has the next turn. No group in the map is empty. */
  const tasksByGroup = new Map<string, WaitingTask[]>();
  let taskCount = 0;
  let tickCount = 0;
  let tickTimer: ReturnType<typeof setInterval> | undefined;

  const removeTask = (name: string, group: WaitingTask[], from: 'start' | 'end') => {
    const removedTask = from === 'start' ? group.shift() : group.pop();
    if (group.length === 0) tasksByGroup.delete(name);
    taskCount -= 1;
    if (taskCount === 0) {
      clearInterval(tickTimer);
      tickTimer = undefined;
    }
    return removedTask;
  };

  // The wait is counted in ticks, not by the clock, so that a process that was suspended does not refuse every
  // waiting task.
  const refuseLateTasks = () => {
    tickCount += 1;
    for (const [name, group] of tasksByGroup) {
      while (group[0] && (tickCount - group[0].since) * WAITING_TICK_MS >= longestMs) {
        removeTask(name, group, 'start')?.refuse(refusal());
      }
    }
  };

  return {
    readCount: () => taskCount,

    add(work: Omit<WaitingTask, 'since'>): void {
      const tasksOfGroup = tasksByGroup.get(work.group) ?? [];
      tasksOfGroup.push({ ...work, since: tickCount });
      tasksByGroup.set(work.group, tasksOfGroup);
      taskCount += 1;
      if (longestMs < Infinity) tickTimer ??= setInterval(refuseLateTasks, WAITING_TICK_MS).unref();
    },

    takeNext(mayBegin: (group: string) => boolean): WaitingTask | undefined {
      for (const [name, group] of tasksByGroup) {
        if (!mayBegin(name)) continue;
        const nextTask = removeTask(name, group, 'start');
        // The group moves to the end, so that the other groups have their turn
        if (tasksByGroup.delete(name)) tasksByGroup.set(name, group);
        return nextTask;
      }
      return undefined;
    },

    /**
     * Refuses the last task of the largest group, to make room for a task of a smaller group. Returns false when the
     * newcomer's group is the largest.
     */
    makeRoom(newcomer: string): boolean {
      let largestGroup: [string, WaitingTask[]] = [newcomer, tasksByGroup.get(newcomer) ?? []];
      for (const groupNameAndTasks of tasksByGroup)
        if (groupNameAndTasks[1].length > largestGroup[1].length) largestGroup = groupNameAndTasks;
      const [name, group] = largestGroup;
      if (name === newcomer) return false;
      removeTask(name, group, 'end')?.refuse(refusal());
      return true;
    },
  };
}

/**
 * In each turn of the event loop one task begins. Groups take turns, so that a group with many tasks does not delay
 * the others.
 */
export function makeWorkQueue({
  atOnce,
  atOnceEach = atOnce,
  waiting = Infinity,
  longestMs = Infinity,
  refusal = tooBusyError,
}: WorkQueueOptions) {
  const waitingGroups = makeWaitingGroups(longestMs, refusal);
  let runningCount = 0;
  const runningCountByGroup = new Map<string, number>();

  const mayGroupBegin = (group: string) =>
    runningCount < atOnce && (runningCountByGroup.get(group) ?? 0) < atOnceEach;

  // True when a task has begun in this turn. Without this limit, tasks could follow each other in one turn while
  // every connection waits.
  let hasTurnBegunWork = false;
  function scheduleNextTurn(): void {
    hasTurnBegunWork = true;
    setImmediate(startNextTurn);
  }
  function startNextTurn(): void {
    hasTurnBegunWork = false;
    let taskToBegin = waitingGroups.takeNext(mayGroupBegin);
    while (taskToBegin?.isGone()) {
      taskToBegin.refuse(makeNobodyWaitsError());
      taskToBegin = waitingGroups.takeNext(mayGroupBegin);
    }
    if (!taskToBegin) return;
    beginWork(taskToBegin.group);
    taskToBegin.begin();
  }
  function beginWork(group: string): void {
    runningCount += 1;
    runningCountByGroup.set(group, (runningCountByGroup.get(group) ?? 0) + 1);
    scheduleNextTurn();
  }
  function endWork(group: string): void {
    runningCount -= 1;
    const runningTaskCountLeft = (runningCountByGroup.get(group) ?? 1) - 1;
    if (runningTaskCountLeft > 0) runningCountByGroup.set(group, runningTaskCountLeft);
    else runningCountByGroup.delete(group);
    if (waitingGroups.readCount() > 0 && !hasTurnBegunWork) scheduleNextTurn();
  }

  /**
   * Resolves when the work may begin. The result is the function that ends the work. Rejects when the work is
   * refused, or when its turn has come and `isGone` says that nobody waits for it.
   */
  async function waitForQueuePlace({
    group = '',
    isGone = () => false,
  }: PlaceRequest = {}): Promise<() => void> {
    if (!hasTurnBegunWork && mayGroupBegin(group)) beginWork(group);
    else {
      const isQueueFull = runningCount + waitingGroups.readCount() >= atOnce + waiting;
      if (isQueueFull && !waitingGroups.makeRoom(group)) throw refusal();
      await new Promise<void>((begin, refuse) => {
        waitingGroups.add({ group, begin, refuse, isGone });
      });
    }
    let isWorkEnded = false;
    return () => {
      if (isWorkEnded) return;
      isWorkEnded = true;
      endWork(group);
    };
  }

  return {
    take: waitForQueuePlace,
    run: async <T>(work: () => Promise<T>, place?: PlaceRequest): Promise<T> => {
      const endAcquiredWork = await waitForQueuePlace(place);
      try {
        return await work();
      } finally {
        endAcquiredWork();
      }
    },
  };
}

/** `changes` identifies the app. */
export interface QueueOwner {
  changes: object;
}

/** Each app has a queue of its own. */
export function makeQueuesByApp(options: WorkQueueOptions) {
  const queues = new WeakMap<object, ReturnType<typeof makeWorkQueue>>();
  return ({ changes }: QueueOwner) => {
    const queue = queues.get(changes) ?? makeWorkQueue(options);
    queues.set(changes, queue);
    return queue;
  };
}

const makeNobodyWaitsError = () => new AppError('UNAVAILABLE', 'Nobody waits for this any more');
const tooBusyError = () =>
  new AppError('UNAVAILABLE', 'Too much is going on at this moment', { retryAfter: 2 });

/** Work that continues after the answer to its request has been sent. */
export interface WorkAfterAnswer {
  /**
   * Adds a task to the queue, which runs one at a time. Does nothing while a task with the same key is still waiting
   * or running.
   */
  add(key: string, work: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export function makeWorkAfterAnswer(log: Pick<FastifyBaseLogger, 'error'>): WorkAfterAnswer {
  const { run: inTurn } = makeWorkQueue({ atOnce: 1 });
  const workPromiseByKey = new Map<string, Promise<unknown>>();
  return {
    add: (key, work) => {
      if (workPromiseByKey.has(key)) return;
      const workPromise = inTurn(work)
        .catch((error: unknown) => log.error({ err: error }, 'work after an answer failed'))
        .finally(() => workPromiseByKey.delete(key));
      workPromiseByKey.set(key, workPromise);
    },
    close: async () => {
      await Promise.all(workPromiseByKey.values());
    },
  };
}
