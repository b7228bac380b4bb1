import { EventEmitter, on } from 'node:events';
import type { AccountActor } from '../../../context/actor.ts';
import type { LiveUpdates } from '../../../context/changes.ts';
import type { Ctx } from '../../../context.ts';
import { listLiveSessionIds } from '../../platform/accounts/session.service.ts';

const NOTICE_PAUSE_MS = 2000;
const CHECK_MS = 20_000;

type Stream = Pick<AccountActor, 'sessionId' | 'bearerEndsAt'> & { ending: AbortController };

export function startLiveUpdates({
  em,
  changes,
  log,
  now,
}: Pick<Ctx, 'em' | 'changes' | 'log' | 'now'>): LiveUpdates {
  const streams = new Set<Stream>();
  const notices = new EventEmitter().setMaxListeners(0);
  let pause: NodeJS.Timeout | undefined;
  let isMissed = false;

  async function endStale(): Promise<void> {
    if (streams.size === 0) return;
    try {
      const ids = [...new Set([...streams].map(({ sessionId }) => sessionId))];
      const alive = await listLiveSessionIds({ em: em.fork(), now }, ids);
      for (const { sessionId, bearerEndsAt = now(), ending } of streams) {
        if (!alive.has(sessionId) || bearerEndsAt <= now()) ending.abort();
      }
    } catch (error) {
      log.warn({ err: error }, 'cannot look whose session has ended');
    }
  }

  async function notifyListeners(): Promise<void> {
    if (pause) {
      isMissed = true;
      return;
    }
    isMissed = false;
    pause = setTimeout(() => {
      pause = undefined;
      if (isMissed) notifyListeners();
    }, NOTICE_PAUSE_MS).unref();
    await endStale();
    notices.emit('activity');
  }

  changes.onActivity(notifyListeners);
  const checking = setInterval(endStale, CHECK_MS).unref();

  return {
    async *follow({ sessionId, bearerEndsAt }, signal) {
      const ending = new AbortController();
      const stream = { sessionId, ...(bearerEndsAt && { bearerEndsAt }), ending };
      streams.add(stream);
      try {
        const signals = signal ? [signal, ending.signal] : [ending.signal];
        const heard = on(notices, 'activity', { signal: AbortSignal.any(signals) });
        yield 'changed';
        for await (const _ of heard) yield 'changed';
      } finally {
        streams.delete(stream);
      }
    },
    close: () => {
      clearInterval(checking);
      clearTimeout(pause);
      for (const { ending } of streams) ending.abort();
    },
  };
}
