import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { pause, startWorker } from '../background/worker.ts';
import type { Changes } from '../context/changes.ts';
import { type InTransaction, runInTransaction, type Tx } from '../transaction.ts';
import { openClient } from './client.ts';

export const CONTENT_CHANNEL = 'content';
export const ACTIVITY_CHANNEL = 'activity';
const activityNotice = `select pg_notify('${ACTIVITY_CHANNEL}', '')`;
/** Channel: a process notifies itself, to learn whether notices arrive. */
const ECHO_CHANNEL = 'echo';
const RETRY_MS = 1000;
/** A process checks that notices arrive, more often while they do not. */
const CHECK_MS = 60_000;
const FAILED_CHECK_MS = 5000;
export const MAX_AGE_WITHOUT_NOTICES_MS = 5000;
/** A notice that takes longer counts as lost. */
const ECHO_TIMEOUT_MS = 2000;
/** Visitors' activities within this time send one notice. */
const NOTICE_DELAY_MS = 200;

/**
 * Listens on its own connection and reconnects. Some poolers accept LISTEN but pass on no notice, so the
 * process waits for one of its own.
 */
export function openChanges(
  connection: pg.ClientConfig,
  log: FastifyBaseLogger,
  { checkMs = CHECK_MS, checkUnheardMs = FAILED_CHECK_MS, echoMayTakeMs = ECHO_TIMEOUT_MS } = {},
): Changes {
  const self = randomUUID();
  const listeners: (() => void)[] = [];
  const announceChange = () => {
    for (const listener of listeners) listener();
  };
  const activityListeners: (() => void)[] = [];
  let client: pg.Client | null = null;
  /** Undefined until it is known whether notices arrive on this connection. */
  let hears: boolean | undefined;
  let onEcho = () => {};
  let gathering: NodeJS.Timeout | undefined;

  const callActivityListeners = () => {
    for (const listener of activityListeners) listener();
  };
  const notifyActivity = async () => {
    clearTimeout(gathering);
    gathering = undefined;
    await client?.query(activityNotice).catch(() => {});
  };

  function setHearing(): void {
    if (hears === false) {
      log.info('notices of the database arrive again');
      announceChange();
      callActivityListeners();
    }
    hears = true;
  }

  /** Returns ms until the next check. */
  async function checkNotices(ended: AbortSignal): Promise<number> {
    const echo = new AbortController();
    onEcho = () => echo.abort();
    // A failure says nothing about notices; others who need the database report it
    const isSent = await Promise.race([sendEcho(connection, self).catch(() => false), waitForAbort(ended)]);
    if (!isSent) return checkUnheardMs;
    await pause(echoMayTakeMs, AbortSignal.any([echo.signal, ended]));
    if (echo.signal.aborted || ended.aborted) return checkMs;
    if (hears !== false) {
      log.warn(
        `LISTEN succeeded, but a notice to this process did not arrive. Does DATABASE_URL lead through a pooler in transaction mode, such as PgBouncer? Cached answers are kept for ${MAX_AGE_WITHOUT_NOTICES_MS / 1000} s at most until notices arrive.`,
      );
    }
    hears = false;
    // Dashboards get no notice of activities either, so they ask again
    callActivityListeners();
    return checkUnheardMs;
  }

  const listener = startWorker({
    log,
    failure: 'cannot listen for changes',
    retryMs: RETRY_MS,
    turn: async (closing) => {
      const next = new pg.Client({ ...connection, application_name: 'institute changes', keepAlive: true });
      const isLost = new AbortController();
      next.once('end', () => isLost.abort());
      next.once('error', () => isLost.abort());
      next.on('notification', ({ channel, payload }) => {
        setHearing();
        if (channel === ECHO_CHANNEL) {
          if (payload === self) onEcho();
        } else if (channel === ACTIVITY_CHANNEL) callActivityListeners();
        else if (payload !== self) announceChange();
      });
      try {
        await next.connect();
        await next.query(`LISTEN ${CONTENT_CHANNEL}; LISTEN ${ACTIVITY_CHANNEL}; LISTEN ${ECHO_CHANNEL}`);
        client = next;
        announceChange();
        await notifyActivity();
        const ended = AbortSignal.any([closing, isLost.signal]);
        while (!ended.aborted) await pause(await checkNotices(ended), ended);
      } finally {
        client = null;
        hears = undefined;
        announceChange();
        await next.end().catch(() => {});
      }
      return RETRY_MS;
    },
  });

  return {
    notify: async ({ em }) => {
      await em.execute(`select pg_notify('${CONTENT_CHANNEL}', ?)`, [self]);
    },
    announce: announceChange,
    onChange: (listener) => {
      listeners.push(listener);
    },
    announceActivity: () => {
      gathering ??= setTimeout(notifyActivity, NOTICE_DELAY_MS).unref();
    },
    onActivity: (listener) => {
      activityListeners.push(listener);
    },
    isListening: () => hears === true,
    close: async () => {
      const closed = listener.close();
      if (gathering) await notifyActivity();
      await client?.end();
      await closed;
    },
  };
}

const waitForAbort = (signal: AbortSignal) =>
  new Promise<false>((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });

/** Not on the listening connection: a pooler passes on what arrives within a query. */
async function sendEcho(connection: pg.ClientConfig, self: string): Promise<true> {
  const limits = { connectionTimeoutMillis: ECHO_TIMEOUT_MS, query_timeout: ECHO_TIMEOUT_MS };
  const client = await openClient({ ...connection, ...limits }, 'echo');
  try {
    await client.query('select pg_notify($1, $2)', [ECHO_CHANNEL, self]);
    return true;
  } finally {
    client.end().catch(() => {});
  }
}

export async function notifyOfActivity({ em }: Tx): Promise<void> {
  await em.execute(activityNotice);
}

/** Every reader sees the change once the transaction has committed. */
export async function withContentChange<C extends { em: EntityManager; changes: Changes }, T>(
  ctx: C,
  change: (tx: InTransaction<C>) => Promise<T>,
): Promise<T> {
  const result = await runInTransaction(ctx, async (tx) => {
    const done = await change(tx);
    await ctx.changes.notify(tx);
    return done;
  });
  ctx.changes.announce();
  return result;
}
