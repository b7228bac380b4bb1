import { kampalaDay, kampalaInstant } from '@institute/contract/rules';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import type { Changes } from '../../context.ts';

const RETRY_MS = 30_000;

interface Parts {
  em: EntityManager;
  changes: Changes;
  log: FastifyBaseLogger;
  now(): Date;
}

export interface Publishing {
  close(): Promise<void>;
}

/**
 * What visitors see also changes by itself: something scheduled falls due, a day begins. Each replica
 * waits for the next such instant and then announces a change.
 */
export function openPublishing({ em, changes, log, now }: Parts): Publishing {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let turn = 0;

  const wait = (ms: number, then: () => void) => {
    clearTimeout(timer);
    // never early: who looks then must find it due
    if (!isClosed) timer = setTimeout(then, ms + 5).unref();
  };

  async function plan(): Promise<void> {
    if (isClosed) return;
    const mine = ++turn;
    try {
      const due = await nextInstant({ em: em.fork(), now });
      // a change in the meantime has planned anew
      if (mine === turn) wait(due - now().getTime(), changes.announce);
    } catch (error) {
      log.warn({ err: error }, 'cannot look for the next publication');
      if (mine === turn) wait(RETRY_MS, plan);
    }
  }

  let planning = plan();
  changes.onChange(() => {
    planning = plan();
  });
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      // the database is closed next
      await planning;
    },
  };
}

/** When the next post or program falls due, at the latest when a new day begins in Kampala. */
async function nextInstant({ em, now }: Pick<Parts, 'em' | 'now'>): Promise<number> {
  const scheduled = (table: string) =>
    `select publish_at from ${table} where status = 'scheduled' and deleted_at is null and publish_at > ?`;
  const [row] = await em.execute<{ due: number | null }[]>(
    `select (extract(epoch from min(publish_at)) * 1000)::float8 as due from (${scheduled('posts')} union all ${scheduled('programs')}) as waiting`,
    [now(), now()],
  );
  return Math.min(row?.due ?? Number.POSITIVE_INFINITY, nextMidnight(now()).getTime());
}

export function nextMidnight(now: Date): Date {
  const today = new Date(kampalaInstant(`${kampalaDay(now)}T00:00`));
  return new Date(today.getTime() + 24 * 60 * 60 * 1000);
}
