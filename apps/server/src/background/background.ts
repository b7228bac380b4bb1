import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';
import { prepareStatement, readPrepared } from '../sql.ts';
import { type RepeatingWorker, startWorker } from './worker.ts';

const POLL_MS = 1000;
const FAILED_TURN_RETRY_MS = 5000;
/** A timer may fire early, and the row must be due when it does. */
const TIMER_MARGIN_MS = 5;
const CLOSE_TIMEOUT_MS = 5000;

interface WorkItem {
  id: number | string;
}

/** Background work of one kind. An item may be worked on twice, in any process, so the work must allow that. */
export interface BackgroundWork<One extends WorkItem = WorkItem> {
  name: string;
  /** SQL of the time at which the next item is due. Null means never. */
  nextDue(): { sql: string; params?: readonly unknown[] };
  /**
   * Returns false while `claim` would return nothing. `claim` is not called then, and finished work does not wake the
   * loop.
   */
  isReady?(underWay: readonly One[]): boolean;
  /** Claims some of the items that are due. `underWay` are the items on which this process is working. */
  claim(underWay: readonly One[]): Promise<readonly One[]>;
  run(one: One): Promise<void>;
  close?(): Promise<void>;
}

interface BackgroundOptions {
  em: EntityManager;
  log: FastifyBaseLogger;
  now(): Date;
  work: readonly BackgroundWork[];
  pollMs?: number;
  closeTimeoutMs?: number;
}

/**
 * One statement reads what is due. Then each kind with due work claims items and works on them. When the app closes,
 * work that takes too long is left until its lease ends.
 */
export function startBackground({
  em,
  log,
  now,
  work,
  pollMs = POLL_MS,
  closeTimeoutMs = CLOSE_TIMEOUT_MS,
}: BackgroundOptions): Pick<RepeatingWorker, 'close'> {
  const runningWork = work.map((kind) => ({ kind, underWay: new Map<WorkItem, Promise<void>>() }));
  type RunningWork = (typeof runningWork)[number];
  const mayClaimMoreItems = ({ kind, underWay }: RunningWork) => kind.isReady?.([...underWay.keys()]) ?? true;

  /** Reads the next due time of each kind, in ms since 1970, in the order of the kinds. */
  async function readDueTimes(): Promise<(number | null)[]> {
    const dueTimes = work.map((kind) => kind.nextDue());
    const dueTimeColumns = dueTimes.map(
      ({ sql }, at) => `(extract(epoch from (${sql})) * 1000)::float8 as "${at}"`,
    );
    const dueTimeTypes = Object.fromEntries(work.map((_, at) => [at, z.number().nullable()]));
    const [row] = await readPrepared(em, dueTimeTypes)(
      prepareStatement(`select ${dueTimeColumns.join(', ')}`),
      dueTimes.flatMap(({ params = [] }) => params),
    );
    return work.map((_, at) => row?.[at] ?? null);
  }

  /** Returns whether this kind may begin more items at once. */
  async function beginClaimedItems(one: RunningWork): Promise<boolean> {
    const { kind, underWay } = one;
    const claimedItems = await kind.claim([...underWay.keys()]);
    for (const claimedItem of claimedItems) {
      const runPromise = kind
        .run(claimedItem)
        .catch((error) =>
          log.error(
            { err: error, work: kind.name, id: claimedItem.id },
            'the result of background work is not stored',
          ),
        )
        .finally(() => {
          underWay.delete(claimedItem);
          if (mayClaimMoreItems(one)) repeatingWorker.wake();
        });
      underWay.set(claimedItem, runPromise);
    }
    return claimedItems.length > 0 && mayClaimMoreItems(one);
  }

  const repeatingWorker = startWorker({
    log,
    failure: 'cannot look for background work that is due',
    retryMs: FAILED_TURN_RETRY_MS,
    turn: async () => {
      const currentDueTimes = await readDueTimes();
      const nowMs = now().getTime();
      const beginOutcomes = await Promise.allSettled(
        runningWork
          .filter(
            (one, at) => (currentDueTimes[at] ?? Number.POSITIVE_INFINITY) <= nowMs && mayClaimMoreItems(one),
          )
          .map(beginClaimedItems),
      );
      // Kinds that can claim run even when another kind fails to claim
      for (const beginOutcome of beginOutcomes)
        if (beginOutcome.status === 'rejected') throw beginOutcome.reason;
      if (beginOutcomes.some((result) => result.status === 'fulfilled' && result.value)) return 0;
      const laterDueTimes = currentDueTimes.filter((at) => at !== null && at > nowMs) as number[];
      return Math.min(pollMs, ...laterDueTimes.map((at) => at - nowMs + TIMER_MARGIN_MS));
    },
  });

  return {
    close: async () => {
      await repeatingWorker.close();
      const runningPromises = runningWork.flatMap(({ underWay }) => [...underWay.values()]);
      await Promise.race([Promise.all(runningPromises), sleep(closeTimeoutMs, undefined, { ref: false })]);
      for (const workKind of work) await workKind.close?.();
    },
  };
}
