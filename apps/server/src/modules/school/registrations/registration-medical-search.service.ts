import { readReference } from '@institute/contract/reference';
import { LRUCache } from 'lru-cache';
import { hasRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { type DataKey, hashWithKey } from '../../../crypto/data-keys.ts';
import { foldText } from '../../../database/fold-text.ts';

export const TRIGRAM_LENGTH = 3;

/** Hashes of the groups of three letters that a text has, by which it is found while it is encrypted. */
export function hashTrigrams(key: DataKey, folded: string): number[] {
  const letters = [...folded];
  const hashes = new Set<number>();
  for (let at = 0; at + TRIGRAM_LENGTH <= letters.length; at += 1) {
    hashes.add(hashTrigram(key, letters.slice(at, at + TRIGRAM_LENGTH).join('')));
  }
  return [...hashes];
}

/** Texts repeat the same few thousand trigrams, and a hash takes microseconds. */
const hashesOfKeys = new WeakMap<DataKey, LRUCache<string, number>>();

function hashTrigram(key: DataKey, trigram: string): number {
  const hashes = hashesOfKeys.get(key) ?? new LRUCache<string, number>({ max: 20_000 });
  hashesOfKeys.set(key, hashes);
  const known = hashes.get(trigram);
  if (known !== undefined) return known;
  const hash = hashWithKey(key, trigram);
  hashes.set(trigram, hash);
  return hash;
}

/** Medical information is searched by three letters or more, and contains no complete reference. */
export const maySearchMedical = (ctx: Pick<Ctx, 'actor'>, q: string | undefined): boolean =>
  q !== undefined &&
  hasRight(ctx, 'health') &&
  !readReference(q) &&
  [...foldText(q)].length >= TRIGRAM_LENGTH;

/** Hashes trigrams with every key, because some rows have the former key's while it is replaced. */
export const hashMedicalSearch = (ctx: Pick<Ctx, 'actor' | 'config'>, q: string): number[][] =>
  maySearchMedical(ctx, q) ? ctx.config.dataKeys.all().map((key) => hashTrigrams(key, foldText(q))) : [];
