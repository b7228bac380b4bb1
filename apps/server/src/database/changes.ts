import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Changes } from '../context.ts';
import { type InTransaction, type Tx, transaction } from '../transaction.ts';
import { startWorker } from '../worker.ts';

/** Channel: public content has changed. */
export const CHANNEL = 'content';
/** Channel: the activity log has a new entry. */
export const ACTIVITY_CHANNEL = 'activity';
const activityNotice = `select pg_notify('${ACTIVITY_CHANNEL}', '')`;
const RETRY_MS = 1000;
/** Visitors' activities within this time send one notice. */
const GATHER_MS = 200;

/** Listens on its own connection and reconnects when it is lost. */
export function openChanges(connection: pg.ClientConfig, log: FastifyBaseLogger): Changes {
  const self = randomUUID();
  const listeners: (() => void)[] = [];
  const announce = () => {
    for (const listener of listeners) listener();
  };
  const activityListeners: (() => void)[] = [];
  let client: pg.Client | null = null;
  let gathering: NodeJS.Timeout | undefined;

  const notifyActivity = async () => {
    clearTimeout(gathering);
    gathering = undefined;
    await client?.query(activityNotice).catch(() => {});
  };

  const listener = startWorker({
    log,
    failure: 'cannot listen for changes',
    retryMs: RETRY_MS,
    turn: async (closing) => {
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
        // notices may have been missed
        announce();
        await notifyActivity();
        if (!closing.aborted) await lost;
      } finally {
        client = null;
        announce();
        await next.end().catch(() => {});
      }
      return RETRY_MS;
    },
  });

  return {
    notify: async ({ em }) => {
      await em.execute(`select pg_notify('${CHANNEL}', ?)`, [self]);
    },
    announce,
    onChange: (listener) => {
      listeners.push(listener);
    },
    announceActivity: () => {
      gathering ??= setTimeout(notifyActivity, GATHER_MS).unref();
    },
    onActivity: (listener) => {
      activityListeners.push(listener);
    },
    isListening: () => client !== null,
    close: async () => {
      const closed = listener.close();
      if (gathering) await notifyActivity();
      await client?.end();
      await closed;
    },
  };
}

/** Notifies the open dashboards when the transaction commits. */
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
