import type { CachedAnswer } from './cached-answer.ts';

const MAX_ENTRIES = 500;
const MAX_BYTES = 64 * 1024 * 1024;
/** Even what nobody has changed is made anew: a publication falls due, a year ends. */
const MAX_AGE_MS = 60_000;
const MAX_AGE_UNHEARD_MS = 5_000;

/** Somebody makes the answer; whoever asks for it meanwhile waits for the same one. */
export type Filling = { result: Promise<CachedAnswer | undefined>; settle: (answer?: CachedAnswer) => void };

type Kept = { answer: CachedAnswer; generation: number; madeAt: number };

/**
 * Answers to anonymous reads, pages and JSON alike. One content version for all of them: any change of
 * content makes every one old at once, and what was begun before it is not kept.
 */
export class PageCache {
  #kept = new Map<string, Kept>();
  #fillings = new Map<string, Filling>();
  #generation = 0;
  #bytes = 0;
  #hearsChanges: () => boolean;
  #now: () => number;

  /** While changes made by other processes cannot be heard, nothing is kept for long. */
  constructor(hearsChanges: () => boolean = () => true, now: () => number = Date.now) {
    this.#hearsChanges = hearsChanges;
    this.#now = now;
  }

  get(key: string): CachedAnswer | undefined {
    const kept = this.#kept.get(key);
    const maxAge = this.#hearsChanges() ? MAX_AGE_MS : MAX_AGE_UNHEARD_MS;
    if (!kept || kept.generation !== this.#generation || this.#now() - kept.madeAt >= maxAge) return;
    // the map's order is that of use: the first to go is the one longest unused
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.answer;
  }

  /** What was last known, however old: better than nothing while the database is away. */
  last(key: string): CachedAnswer | undefined {
    return this.#kept.get(key)?.answer;
  }

  /** The making of an answer that is under way. */
  filling(key: string): Filling | undefined {
    return this.#fillings.get(key);
  }

  /** To be settled with the answer, or with nothing when it may not be kept. */
  fill(key: string): Filling {
    const generation = this.#generation;
    const { promise, resolve } = Promise.withResolvers<CachedAnswer | undefined>();
    const settle = (answer?: CachedAnswer) => {
      if (this.#fillings.get(key) === filling) this.#fillings.delete(key);
      if (answer && generation === this.#generation) this.#keep(key, answer, generation);
      resolve(answer);
    };
    const filling = { result: promise, settle };
    this.#fillings.set(key, filling);
    return filling;
  }

  /** To be called in the instant in which content changes. */
  clear(): void {
    this.#generation += 1;
    this.#fillings.clear();
  }

  #keep(key: string, answer: CachedAnswer, generation: number): void {
    this.#drop(key);
    this.#kept.set(key, { answer, generation, madeAt: this.#now() });
    this.#bytes += answer.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_ENTRIES && this.#bytes <= MAX_BYTES) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.answer.bytes ?? 0;
    this.#kept.delete(key);
  }
}
