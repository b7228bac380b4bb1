import { kampalaDay, kampalaInstant } from '@institute/contract/time';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import { startWorker, type Worker } from '../../background/worker.ts';
import type { ContentInfo } from '../../content-info.ts';
import type { Changes } from '../../context.ts';

const RETRY_MS = 30_000;
const TIMER_MARGIN_MS = 5;

interface Options {
  em: EntityManager;
  content: readonly ContentInfo[];
  changes: Changes;
  log: FastifyBaseLogger;
  now(): Date;
}

/**
 * Announces changes that happen by time: a scheduled item falls due, a day begins.
 * Every replica does this for its own visitors.
 */
export function startPublisher({ em, content, changes, log, now }: Options): Worker {
  let due: number | undefined;
  const worker = startWorker({
    log,
    failure: 'cannot look for the next publication',
    retryMs: RETRY_MS,
    turn: async () => {
      if (due !== undefined && due <= now().getTime()) changes.announce();
      due = await nextInstant({ em: em.fork(), content, now });
      // A timer may fire early, but the item must be due by then.
      return due - now().getTime() + TIMER_MARGIN_MS;
    },
  });
  // The change may have scheduled an earlier item.
  changes.onChange(worker.wake);
  return worker;
}

/** Time at which the next scheduled item falls due, at the latest the next midnight in Kampala. */
async function nextInstant({ em, content, now }: Pick<Options, 'em' | 'content' | 'now'>): Promise<number> {
  const scheduled = content
    .filter(({ hasDrafts }) => hasDrafts)
    .map(
      ({ table }) =>
        `select publish_at from ${table} where status = 'scheduled' and deleted_at is null and publish_at > ?`,
    );
  const [row] = await em.execute<{ due: number | null }[]>(
    `select (extract(epoch from min(publish_at)) * 1000)::float8 as due
     from (${scheduled.join(' union all ')}) as waiting`,
    scheduled.map(() => now()),
  );
  return Math.min(row?.due ?? Number.POSITIVE_INFINITY, nextMidnight(now()).getTime());
}

export function nextMidnight(now: Date): Date {
  const today = new Date(kampalaInstant(`${kampalaDay(now)}T00:00`));
  return new Date(today.getTime() + 24 * 60 * 60 * 1000);
}
