import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
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
  /** Claims some of the due work that may begin beside what is under way in this process. */
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

  /** Times in ms since 1970, in the order of the kinds. */
  async function readDue(): Promise<(number | null)[]> {
    const asked = work.map((kind) => kind.nextDue());
    const columns = asked.map(({ sql }, at) => `(extract(epoch from (${sql})) * 1000)::float8 as "${at}"`);
    const [row] = await em.fork().execute<Record<number, number | null>[]>(
      `select ${columns.join(', ')}`,
      asked.flatMap(({ params = [] }) => params),
    );
    return work.map((_, at) => row?.[at] ?? null);
  }

  async function beginKind({ kind, underWay }: Kind): Promise<number> {
    const claimed = await kind.claim([...underWay.keys()]);
    for (const one of claimed) {
      const running = kind
        .run(one)
        .catch((error) =>
          log.error(
            { err: error, work: kind.name, id: one.id },
            'the result of background work is not stored',
          ),
        )
        .finally(() => {
          underWay.delete(one);
          worker.wake();
        });
      underWay.set(one, running);
    }
    return claimed.length;
  }

  const worker = startWorker({
    log,
    failure: 'cannot look for background work that is due',
    retryMs: RETRY_MS,
    turn: async () => {
      const due = await readDue();
      const time = now().getTime();
      const begun = await Promise.allSettled(
        kinds.filter((_, at) => (due[at] ?? Number.POSITIVE_INFINITY) <= time).map(beginKind),
      );
      // A kind that cannot claim does not hold up the others
      let count = 0;
      for (const result of begun) {
        if (result.status === 'rejected') throw result.reason;
        count += result.value;
      }
      if (count > 0) return 0;
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
