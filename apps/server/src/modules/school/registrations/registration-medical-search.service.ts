import { readReference } from '@institute/contract/reference';
import { LRUCache } from 'lru-cache';
import { hasRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { type DataKey, hashWithKey } from '../../../crypto/data-keys.ts';
import { foldText } from '../../../database/fold-text.ts';

export const TRIGRAM_LENGTH = 3;

/** Hashes each group of three letters, so that an encrypted text can be found by a search. */
export function hashTrigrams(key: DataKey, folded: string): number[] {
  const letters = [...folded];
  const hashes = new Set<number>();
  for (let start = 0; start + TRIGRAM_LENGTH <= letters.length; start += 1) {
    hashes.add(hashTrigram(key, letters.slice(start, start + TRIGRAM_LENGTH).join('')));
  }
  return [...hashes];
}

/** Caches of trigram hashes by key, because texts repeat the same few thousand trigrams. */
const hashCaches = new WeakMap<DataKey, LRUCache<string, number>>();

function hashTrigram(key: DataKey, trigram: string): number {
  const hashes = hashCaches.get(key) ?? new LRUCache<string, number>({ max: 20_000 });
  hashCaches.set(key, hashes);
  const cachedHash = hashes.get(trigram);
  if (cachedHash !== undefined) return cachedHash;
  const hash = hashWithKey(key, trigram);
  hashes.set(trigram, hash);
  return hash;
}

/** A search of medical information needs three letters, and is pointless for a complete reference. */
export const maySearchMedical = (ctx: Pick<Ctx, 'actor'>, q: string | undefined): boolean =>
  q !== undefined &&
  hasRight(ctx, 'health') &&
  !readReference(q) &&
  [...foldText(q)].length >= TRIGRAM_LENGTH;

/** Hashes with every key, because some rows still have hashes of the former key while keys are replaced. */
export const hashMedicalSearch = (ctx: Pick<Ctx, 'actor' | 'config'>, q: string): number[][] =>
  maySearchMedical(ctx, q) ? ctx.config.dataKeys.all().map((key) => hashTrigrams(key, foldText(q))) : [];
