import { setTimeout as sleep } from 'node:timers/promises';
import { type CachedAnswer, makeSmallest } from './cached-answer.ts';
import type { PageCache } from './page-cache.ts';

/** The wait before an answer is compressed again. Content often changes several times in a row. */
const DELAY_MS = 5000;
/** The pause after each answer, as a multiple of the time that it took: this uses a fifth of one core at most. */
const REST = 4;

/** Compresses cached answers again while nobody waits, one after the other, so that they are as small as they can be. */
export function smallestAnswers(cache: PageCache, delayMs = DELAY_MS) {
  const waiting = new Set<{ key: string; answer: CachedAnswer; dueAt: number }>();
  let isWorking = false;

  async function work(): Promise<void> {
    // the loop includes entries that are added while it runs
    for (const entry of waiting) {
      waiting.delete(entry);
      const { key, answer, dueAt } = entry;
      await pause(dueAt - performance.now());
      if (cache.get(key) !== answer) continue;
      const startedAt = performance.now();
      // out of memory: the answer stays as it is
      await makeSmallest(answer).catch(() => undefined);
      await pause(REST * (performance.now() - startedAt));
    }
    isWorking = false;
  }

  /** Leaves out searches and the like: their number has no limit. */
  return (key: string, answer: CachedAnswer): void => {
    if (answer.isSmallest || !cache.isCommon(key)) return;
    waiting.add({ key, answer, dueAt: performance.now() + delayMs });
    if (isWorking) return;
    isWorking = true;
    void work();
  };
}

/** Does not keep the process alive. */
const pause = (ms: number) => sleep(Math.max(ms, 0), undefined, { ref: false });
