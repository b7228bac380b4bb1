import { LRUCache } from 'lru-cache';
import { MAX_AGE_UNHEARD_MS } from '../../database/changes.ts';
import type { CachedAnswer } from './cached-answer.ts';

const MAX_ANSWERS = 600;
const MAX_BYTES = 64 * 1024 * 1024;
/** Some content changes with time, for example when a scheduled post falls due. */
const MAX_AGE_MS = 60_000;

/** Digests of the reads that an answer was made from, by address. */
export type Sources = ReadonlyMap<string, string>;

export type Read = {
  status: number;
  digest: string;
  content(): unknown;
  retryAfter?: string | number | undefined;
};

export type Filling = {
  result: Promise<CachedAnswer | undefined>;
  settle: (answer?: CachedAnswer, sources?: Sources) => void;
  former: { answer: CachedAnswer; sources: Sources } | undefined;
  /** Settles with the former answer. Its sources must have been read anew, and be the same. */
  confirm: () => void;
};

type Entry = {
  answer: CachedAnswer;
  sources?: Sources | undefined;
  generation: number;
  madeAt: number;
};

/**
 * Holds answers to anonymous reads, pages and JSON alike. A change of content invalidates all. An answer
 * whose sources are the same is confirmed and not made again. One that was begun before the change is not
 * stored.
 */
export class PageCache {
  #answers = new LRUCache<string, Entry>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }) => answer.bytes,
  });
  #fillings = new Map<string, Filling>();
  #generation = 0;
  #hearsChanges: () => boolean;
  #now: () => number;

  /** `hearsChanges` is false while notices of other processes cannot arrive. Entries then expire sooner. */
  constructor(hearsChanges: () => boolean = () => true, now: () => number = Date.now) {
    this.#hearsChanges = hearsChanges;
    this.#now = now;
  }

  get(key: string): CachedAnswer | undefined {
    const entry = this.#answers.get(key);
    return entry?.generation === this.#generation && this.#isYoung(entry) ? entry.answer : undefined;
  }

  /** The cached answer at any age, for times when no new one can be made. */
  last(key: string): CachedAnswer | undefined {
    return this.#answers.peek(key)?.answer;
  }

  filling(key: string): Filling | undefined {
    return this.#fillings.get(key);
  }

  /** Settle it with the answer, or with nothing if the answer may not be cached. */
  fill(key: string): Filling {
    const generation = this.#generation;
    const before = this.#answers.peek(key);
    const { promise, resolve } = Promise.withResolvers<CachedAnswer | undefined>();
    const endFilling = (entry?: Entry) => {
      if (this.#fillings.get(key) === filling) this.#fillings.delete(key);
      if (entry && generation === this.#generation) this.#answers.set(key, entry);
      resolve(entry?.answer);
    };
    const filling: Filling = {
      result: promise,
      settle: (answer, sources) => endFilling(answer && { answer, sources, generation, madeAt: this.#now() }),
      former:
        before?.sources && this.#isYoung(before)
          ? { answer: before.answer, sources: before.sources }
          : undefined,
      // Keeps its age, because content also changes with time
      confirm: () => endFilling(before && { ...before, generation }),
    };
    this.#fillings.set(key, filling);
    return filling;
  }

  clear(): void {
    this.#generation += 1;
    this.#fillings.clear();
  }

  #isYoung({ madeAt }: Entry): boolean {
    return this.#now() - madeAt < (this.#hearsChanges() ? MAX_AGE_MS : MAX_AGE_UNHEARD_MS);
  }
}
