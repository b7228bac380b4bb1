import { LRUCache } from 'lru-cache';
import { MAX_AGE_WITHOUT_NOTICES_MS } from '../../database/changes.ts';
import type { CachedAnswer } from './cached-answer.ts';

const MAX_ANSWERS = 600;
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * An answer expires after a minute, because some content changes with time, for example when a scheduled post
 * appears.
 */
const MAX_AGE_MS = 60_000;

export type AnswerFilling = {
  result: Promise<CachedAnswer | undefined>;
  /** Call it without an answer when the answer may not be cached. */
  settle: (answer?: CachedAnswer) => void;
};

type CachedEntry = { answer: CachedAnswer; generation: number; madeAt: number };

/**
 * Holds answers to anonymous reads, both pages and JSON. A change of content invalidates all of them. An answer that
 * was begun before the change is not stored.
 */
export class PageCache {
  #answers = new LRUCache<string, CachedEntry>({
    max: MAX_ANSWERS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }) => answer.bytes,
  });
  #fillings = new Map<string, AnswerFilling>();
  #generation = 0;
  #hearsChanges: () => boolean;
  #now: () => number;

  /** `hearsChanges` returns false while notices of other processes cannot arrive. Answers then expire sooner. */
  constructor(hearsChanges: () => boolean = () => true, now: () => number = Date.now) {
    this.#hearsChanges = hearsChanges;
    this.#now = now;
  }

  get(key: string): CachedAnswer | undefined {
    const cachedEntry = this.#answers.get(key);
    if (cachedEntry?.generation !== this.#generation) return undefined;
    const maxAge = this.#hearsChanges() ? MAX_AGE_MS : MAX_AGE_WITHOUT_NOTICES_MS;
    return this.#now() - cachedEntry.madeAt < maxAge ? cachedEntry.answer : undefined;
  }

  /** Returns the cached answer however old it is, for times when no new one can be made. */
  last(key: string): CachedAnswer | undefined {
    return this.#answers.peek(key)?.answer;
  }

  filling(key: string): AnswerFilling | undefined {
    return this.#fillings.get(key);
  }

  fill(key: string): AnswerFilling {
    const generationAtStart = this.#generation;
    const { promise, resolve } = Promise.withResolvers<CachedAnswer | undefined>();
    const newFilling: AnswerFilling = {
      result: promise,
      settle: (answer) => {
        if (this.#fillings.get(key) === newFilling) this.#fillings.delete(key);
        if (answer && generationAtStart === this.#generation) {
          this.#answers.set(key, { answer, generation: generationAtStart, madeAt: this.#now() });
        }
        resolve(answer);
      },
    };
    this.#fillings.set(key, newFilling);
    return newFilling;
  }

  clear(): void {
    this.#generation += 1;
    this.#fillings.clear();
  }
}
