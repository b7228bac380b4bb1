import { EventEmitter, on } from 'node:events';
import type { AccountActor } from '../../../context/actor.ts';
import type { LiveUpdates } from '../../../context/changes.ts';
import type { Ctx } from '../../../context.ts';
import { listLiveSessionIds } from '../../platform/accounts/session.service.ts';

const NOTICE_PAUSE_MS = 2000;
const SESSION_CHECK_MS = 20_000;

type NoticeStream = Pick<AccountActor, 'sessionId' | 'bearerEndsAt'> & { ending: AbortController };

export function startLiveUpdates({
  em,
  changes,
  log,
  now,
}: Pick<Ctx, 'em' | 'changes' | 'log' | 'now'>): LiveUpdates {
  const openStreams = new Set<NoticeStream>();
  const noticeEmitter = new EventEmitter().setMaxListeners(0);
  let pauseTimer: NodeJS.Timeout | undefined;
  let hasMissedNotice = false;

  async function endStaleStreams(): Promise<void> {
    if (openStreams.size === 0) return;
    try {
      const openSessionIds = [...new Set([...openStreams].map(({ sessionId }) => sessionId))];
      const liveSessionIds = await listLiveSessionIds({ em: em.fork(), now }, openSessionIds);
      for (const { sessionId, bearerEndsAt = now(), ending } of openStreams) {
        if (!liveSessionIds.has(sessionId) || bearerEndsAt <= now()) ending.abort();
      }
    } catch (error) {
      log.warn({ err: error }, 'cannot look whose session has ended');
    }
  }

  async function notifyListeners(): Promise<void> {
    if (pauseTimer) {
      hasMissedNotice = true;
      return;
    }
    hasMissedNotice = false;
    pauseTimer = setTimeout(() => {
      pauseTimer = undefined;
      if (hasMissedNotice) notifyListeners();
    }, NOTICE_PAUSE_MS).unref();
    await endStaleStreams();
    noticeEmitter.emit('activity');
  }

  changes.onActivity(notifyListeners);
  const checkTimer = setInterval(endStaleStreams, SESSION_CHECK_MS).unref();

  return {
    async *follow({ sessionId, bearerEndsAt }, signal) {
      const endController = new AbortController();
      const newStream = { sessionId, ...(bearerEndsAt && { bearerEndsAt }), ending: endController };
      openStreams.add(newStream);
      try {
        const endSignals = signal ? [signal, endController.signal] : [endController.signal];
        const activityNotices = on(noticeEmitter, 'activity', { signal: AbortSignal.any(endSignals) });
        yield 'changed';
        for await (const _ of activityNotices) yield 'changed';
      } finally {
        openStreams.delete(newStream);
      }
    },
    close: () => {
      clearInterval(checkTimer);
      clearTimeout(pauseTimer);
      for (const { ending } of openStreams) ending.abort();
    },
  };
}
