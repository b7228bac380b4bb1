import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';
import { prepareStatement, readPrepared } from '../sql.ts';
import { startWorker, type Worker } from './worker.ts';

const POLL_MS = 1000;
const RETRY_MS = 5000;
/** A timer may fire early, but the row must be due by then. */
const TIMER_MARGIN_MS = 5;
const CLOSE_TIMEOUT_MS = 5000;

interface Item {
  id: number | string;
}

/** Background work of one kind. It may run twice, in any process. */
export interface Work<One extends Item = Item> {
  name: string;
  /** SQL of the next due time; null for never. */
  nextDue(): { sql: string; params?: readonly unknown[] };
  /** False while a claim would return nothing. It is not asked then, and ended work does not wake the loop. */
  isReady?(underWay: readonly One[]): boolean;
  /** Claims some of the due work that may begin while other work is under way in this process. */
  claim(underWay: readonly One[]): Promise<readonly One[]>;
  run(one: One): Promise<void>;
  close?(): Promise<void>;
}

interface Options {
  em: EntityManager;
  log: FastifyBaseLogger;
  now(): Date;
  work: readonly Work[];
  pollMs?: number;
  closeTimeoutMs?: number;
}

/**
 * One statement asks what is due; then each kind with due work claims and runs it. At the close, work that
 * takes too long is left to the end of its lease.
 */
export function startBackground({
  em,
  log,
  now,
  work,
  pollMs = POLL_MS,
  closeTimeoutMs = CLOSE_TIMEOUT_MS,
}: Options): Pick<Worker, 'close'> {
  const kinds = work.map((kind) => ({ kind, underWay: new Map<Item, Promise<void>>() }));
  type Kind = (typeof kinds)[number];
  const isReady = ({ kind, underWay }: Kind) => kind.isReady?.([...underWay.keys()]) ?? true;

  /** Times in ms since 1970, in the order of the kinds. */
  async function readDue(): Promise<(number | null)[]> {
    const dueTimes = work.map((kind) => kind.nextDue());
    const columns = dueTimes.map(({ sql }, at) => `(extract(epoch from (${sql})) * 1000)::float8 as "${at}"`);
    const times = Object.fromEntries(work.map((_, at) => [at, z.number().nullable()]));
    const [row] = await readPrepared(em, times)(
      prepareStatement(`select ${columns.join(', ')}`),
      dueTimes.flatMap(({ params = [] }) => params),
    );
    return work.map((_, at) => row?.[at] ?? null);
  }

  /** Returns whether it may begin more at once. */
  async function beginKind(one: Kind): Promise<boolean> {
    const { kind, underWay } = one;
    const claimed = await kind.claim([...underWay.keys()]);
    for (const item of claimed) {
      const running = kind
        .run(item)
        .catch((error) =>
          log.error(
            { err: error, work: kind.name, id: item.id },
            'the result of background work is not stored',
          ),
        )
        .finally(() => {
          underWay.delete(item);
          if (isReady(one)) worker.wake();
        });
      underWay.set(item, running);
    }
    return claimed.length > 0 && isReady(one);
  }

  const worker = startWorker({
    log,
    failure: 'cannot look for background work that is due',
    retryMs: RETRY_MS,
    turn: async () => {
      const due = await readDue();
      const time = now().getTime();
      const begun = await Promise.allSettled(
        kinds
          .filter((one, at) => (due[at] ?? Number.POSITIVE_INFINITY) <= time && isReady(one))
          .map(beginKind),
      );
      // A kind that cannot claim does not hold up the others
      for (const result of begun) if (result.status === 'rejected') throw result.reason;
      if (begun.some((result) => result.status === 'fulfilled' && result.value)) return 0;
      const later = due.filter((at) => at !== null && at > time) as number[];
      return Math.min(pollMs, ...later.map((at) => at - time + TIMER_MARGIN_MS));
    },
  });

  return {
    close: async () => {
      await worker.close();
      const running = kinds.flatMap(({ underWay }) => [...underWay.values()]);
      await Promise.race([Promise.all(running), sleep(closeTimeoutMs, undefined, { ref: false })]);
      for (const kind of work) await kind.close?.();
    },
  };
}
