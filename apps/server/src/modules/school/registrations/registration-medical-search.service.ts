import { readReference } from '@institute/contract/reference';
import { LRUCache } from 'lru-cache';
import { hasRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { type DataKey, hashWithKey } from '../../../crypto/data-keys.ts';
import { foldToPlainLetters } from '../../../database/fold-text.ts';

export const TRIGRAM_LENGTH = 3;

/** Hashes each group of three letters, so that an encrypted text can be found by a search. */
export function hashTrigrams(key: DataKey, folded: string): number[] {
  const foldedLetters = [...folded];
  const trigramHashes = new Set<number>();
  for (
    let firstLetterIndex = 0;
    firstLetterIndex + TRIGRAM_LENGTH <= foldedLetters.length;
    firstLetterIndex += 1
  ) {
    trigramHashes.add(
      hashTrigram(key, foldedLetters.slice(firstLetterIndex, firstLetterIndex + TRIGRAM_LENGTH).join('')),
    );
  }
  return [...trigramHashes];
}

/** Caches of trigram hashes by key, because texts repeat the same few thousand trigrams. */
const trigramHashCachesByKey = new WeakMap<DataKey, LRUCache<string, number>>();

function hashTrigram(key: DataKey, trigram: string): number {
  const hashes = trigramHashCachesByKey.get(key) ?? new LRUCache<string, number>({ max: 20_000 });
  trigramHashCachesByKey.set(key, hashes);
  const cachedHash = hashes.get(trigram);
  if (cachedHash !== undefined) return cachedHash;
  const newHash = hashWithKey(key, trigram);
  hashes.set(trigram, newHash);
  return newHash;
}

/** A search of medical information needs three letters, and is pointless for a complete reference. */
export const maySearchMedical = (ctx: Pick<Ctx, 'actor'>, q: string | undefined): boolean =>
  q !== undefined &&
  hasRight(ctx, 'health') &&
  !readReference(q) &&
  [...foldToPlainLetters(q)].length >= TRIGRAM_LENGTH;

/** Hashes with every key, because some rows still have hashes of the former key while keys are replaced. */
export const hashMedicalSearch = (ctx: Pick<Ctx, 'actor' | 'config'>, q: string): number[][] =>
  maySearchMedical(ctx, q)
    ? ctx.config.dataKeys.all().map((key) => hashTrigrams(key, foldToPlainLetters(q)))
    : [];
