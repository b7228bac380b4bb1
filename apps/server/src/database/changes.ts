import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { pause, startWorker } from '../background/worker.ts';
import type { ChangeNotices } from '../context/changes.ts';
import { type ContextInTransaction, runInTransaction, type Tx } from '../transaction.ts';
import { openClient } from './client.ts';

export const CONTENT_CHANNEL = 'content';
export const ACTIVITY_CHANNEL = 'activity';
const activityNotice = `select pg_notify('${ACTIVITY_CHANNEL}', '')`;
/** Channel on which a process sends a notice to itself, to learn whether notices arrive. */
const ECHO_CHANNEL = 'echo';
const LISTENER_RETRY_MS = 1000;
/** A process checks this often that notices arrive, and more often (`FAILED_CHECK_INTERVAL_MS`) while they do not. */
const NOTICE_CHECK_INTERVAL_MS = 60_000;
const FAILED_CHECK_INTERVAL_MS = 5000;
export const MAX_AGE_WITHOUT_NOTICES_MS = 5000;
/** A notice that takes longer counts as lost. */
const ECHO_TIMEOUT_MS = 2000;
/** All activities of visitors within this time cause one notice. */
const NOTICE_DELAY_MS = 200;

/**
 * Listens for notices on a connection of its own, and reconnects when it is lost. Some poolers accept LISTEN but pass
 * on no notices, so the process checks with a notice to itself.
 */
export function openChangeNotices(
  connection: pg.ClientConfig,
  log: FastifyBaseLogger,
  {
    checkMs = NOTICE_CHECK_INTERVAL_MS,
    checkUnheardMs = FAILED_CHECK_INTERVAL_MS,
    echoMayTakeMs = ECHO_TIMEOUT_MS,
  } = {},
): ChangeNotices {
  const instanceId = randomUUID();
  const changeListeners: (() => void)[] = [];
  const announceChange = () => {
    for (const changeListener of changeListeners) changeListener();
  };
  const activityListeners: (() => void)[] = [];
  let listeningClient: pg.Client | null = null;
  /** Undefined until the process knows whether notices arrive on this connection. */
  let hasHeardNotices: boolean | undefined;
  let onEchoReceived = () => {};
  let notifyTimer: NodeJS.Timeout | undefined;

  const callActivityListeners = () => {
    for (const listener of activityListeners) listener();
  };
  const notifyActivity = async () => {
    clearTimeout(notifyTimer);
    notifyTimer = undefined;
    await listeningClient?.query(activityNotice).catch(() => {});
  };

  function recordNoticeReceived(): void {
    if (hasHeardNotices === false) {
      log.info('notices of the database arrive again');
      announceChange();
      callActivityListeners();
    }
    hasHeardNotices = true;
  }

  /** Checks that notices arrive. Returns the ms until the next check. */
  async function checkNoticesArrive(ended: AbortSignal): Promise<number> {
    const echoReceivedController = new AbortController();
    onEchoReceived = () => echoReceivedController.abort();
    // A failure to send says nothing about notices. Code that needs the database reports it
    const isEchoSent = await Promise.race([
      sendEcho(connection, instanceId).catch(() => false),
      waitForAbort(ended),
    ]);
    if (!isEchoSent) return checkUnheardMs;
    await pause(echoMayTakeMs, AbortSignal.any([echoReceivedController.signal, ended]));
    if (echoReceivedController.signal.aborted || ended.aborted) return checkMs;
    if (hasHeardNotices !== false) {
      log.warn(
        `LISTEN succeeded, but a notice to this process did not arrive. Does DATABASE_URL lead through a pooler in transaction mode, such as PgBouncer? Cached answers are kept for ${MAX_AGE_WITHOUT_NOTICES_MS / 1000} s at most until notices arrive.`,
      );
    }
    hasHeardNotices = false;
    // Dashboards must read again, because notices of activities do not arrive either
    callActivityListeners();
    return checkUnheardMs;
  }

  const listener = startWorker({
    log,
    failure: 'cannot listen for changes',
    retryMs: LISTENER_RETRY_MS,
    turn: async (closing) => {
      const newClient = new pg.Client({
        ...connection,
        application_name: 'institute changes',
        keepAlive: true,
      });
      const connectionLostController = new AbortController();
      newClient.once('end', () => connectionLostController.abort());
      newClient.once('error', () => connectionLostController.abort());
      newClient.on('notification', ({ channel, payload }) => {
        recordNoticeReceived();
        if (channel === ECHO_CHANNEL) {
          if (payload === instanceId) onEchoReceived();
        } else if (channel === ACTIVITY_CHANNEL) callActivityListeners();
        else if (payload !== instanceId) announceChange();
      });
      try {
        await newClient.connect();
        await newClient.query(
          `LISTEN ${CONTENT_CHANNEL}; LISTEN ${ACTIVITY_CHANNEL}; LISTEN ${ECHO_CHANNEL}`,
        );
        listeningClient = newClient;
        announceChange();
        await notifyActivity();
        const listeningEndSignal = AbortSignal.any([closing, connectionLostController.signal]);
        while (!listeningEndSignal.aborted)
          await pause(await checkNoticesArrive(listeningEndSignal), listeningEndSignal);
      } finally {
        listeningClient = null;
        hasHeardNotices = undefined;
        announceChange();
        await newClient.end().catch(() => {});
      }
      return LISTENER_RETRY_MS;
    },
  });

  return {
    notify: async ({ em }) => {
      await em.execute(`select pg_notify('${CONTENT_CHANNEL}', ?)`, [instanceId]);
    },
    announce: announceChange,
    onChange: (listener) => {
      changeListeners.push(listener);
    },
    announceActivity: () => {
      notifyTimer ??= setTimeout(notifyActivity, NOTICE_DELAY_MS).unref();
    },
    onActivity: (listener) => {
      activityListeners.push(listener);
    },
    isListening: () => hasHeardNotices === true,
    close: async () => {
      const listenerClosedPromise = listener.close();
      if (notifyTimer) await notifyActivity();
      await listeningClient?.end();
      await listenerClosedPromise;
    },
  };
}

const waitForAbort = (signal: AbortSignal) =>
  new Promise<false>((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });

/** Sends a notice on another connection: on the listening one, a pooler would pass it on as part of the query. */
async function sendEcho(connection: pg.ClientConfig, self: string): Promise<true> {
  const echoConnectionTimeouts = { connectionTimeoutMillis: ECHO_TIMEOUT_MS, query_timeout: ECHO_TIMEOUT_MS };
  const client = await openClient({ ...connection, ...echoConnectionTimeouts }, 'echo');
  try {
    await client.query('select pg_notify($1, $2)', [ECHO_CHANNEL, self]);
    return true;
  } finally {
    client.end().catch(() => {});
  }
}

export async function notifyActivityListeners({ em }: Tx): Promise<void> {
  await em.execute(activityNotice);
}

/** Makes a change of content and sends the notice with its commit. All readers then see the change. */
export async function withContentChange<C extends { em: EntityManager; changes: ChangeNotices }, T>(
  ctx: C,
  change: (tx: ContextInTransaction<C>) => Promise<T>,
): Promise<T> {
  const transactionResult = await runInTransaction(ctx, async (tx) => {
    const changeResult = await change(tx);
    await ctx.changes.notify(tx);
    return changeResult;
  });
  ctx.changes.announce();
  return transactionResult;
}
