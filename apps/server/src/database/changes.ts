import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Changes } from '../context.ts';
import { type InTransaction, type Tx, transaction } from '../transaction.ts';

/** Public content has changed. */
export const CHANNEL = 'content';
/** Something was done that the office wants to see. */
export const ACTIVITY_CHANNEL = 'activity';
const activityNotice = `select pg_notify('${ACTIVITY_CHANNEL}', '')`;
const RETRY_MS = 1000;
/** What visitors send in this time is told of at once. */
const GATHER_MS = 200;

/** Listens on a connection of its own, which is made again when it is lost. */
export function openChanges(connection: pg.ClientConfig, log: FastifyBaseLogger): Changes {
  const self = randomUUID();
  const listeners: (() => void)[] = [];
  const announce = () => {
    for (const listener of listeners) listener();
  };
  const activityListeners: (() => void)[] = [];
  let client: pg.Client | null = null;
  let gathering: NodeJS.Timeout | undefined;
  let isClosed = false;

  const tellOfActivity = async () => {
    clearTimeout(gathering);
    gathering = undefined;
    await client?.query(activityNotice).catch(() => {});
  };

  const listen = async () => {
    while (!isClosed) {
      const next = new pg.Client({ ...connection, application_name: 'institute changes', keepAlive: true });
      const lost = new Promise<void>((resolve) => {
        next.once('end', resolve);
        next.once('error', () => resolve());
      });
      next.on('notification', ({ channel, payload }) => {
        if (channel === ACTIVITY_CHANNEL) for (const listener of activityListeners) listener();
        else if (payload !== self) announce();
      });
      try {
        await next.connect();
        await next.query(`LISTEN ${CHANNEL}; LISTEN ${ACTIVITY_CHANNEL}`);
        client = next;
        // what was missed while nobody listened
        announce();
        await tellOfActivity();
        if (!isClosed) await lost;
      } catch (error) {
        log.warn({ err: error }, 'cannot listen for changes');
      }
      client = null;
      announce();
      await next.end().catch(() => {});
      if (!isClosed) await sleep(RETRY_MS, undefined, { ref: false });
    }
  };
  const listening = listen();

  return {
    notify: async ({ em }) => {
      await em.execute(`select pg_notify('${CHANNEL}', ?)`, [self]);
    },
    announce,
    onChange: (listener) => {
      listeners.push(listener);
    },
    announceActivity: () => {
      gathering ??= setTimeout(tellOfActivity, GATHER_MS).unref();
    },
    onActivity: (listener) => {
      activityListeners.push(listener);
    },
    isListening: () => client !== null,
    close: async () => {
      isClosed = true;
      if (gathering) await tellOfActivity();
      await client?.end();
      await listening;
    },
  };
}

/** Tells the open dashboards of an activity when the transaction commits. */
export async function noticeActivity({ em }: Tx): Promise<void> {
  await em.execute(activityNotice);
}

/** Runs a change of public content in a transaction. Every reader sees it once that has committed. */
export async function withContentChange<C extends { em: EntityManager; changes: Changes }, T>(
  ctx: C,
  change: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  const result = await transaction(ctx, async (tx) => {
    const done = await change(tx);
    await ctx.changes.notify(tx);
    return done;
  });
  ctx.changes.announce();
  return result;
}
