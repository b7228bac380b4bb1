import { toComparablePhone } from '@institute/contract/international-phone';
import { toPlainPhone } from '@institute/contract/phone';
import { readReference } from '@institute/contract/reference';
import { raw } from '@mikro-orm/core';

/**
 * SQL of a `like` pattern for folded text. Folding comes before the escapes, because it can produce
 * wildcards. Null, so no match, when nothing is left of the text.
 */
export const searchPattern = String.raw`'%' || regexp_replace(nullif(fold(?), ''), '[\\%_]', '\\\&', 'g') || '%'`;

/** SQL condition that the folded text `searched` has one of the texts, and its values. */
export const likeAnySql = (searched: string, texts: readonly string[]) => ({
  sql: texts.map(() => `${searched} like ${searchPattern}`).join(' or '),
  values: texts,
});

export function whereMatching(q: string | undefined) {
  if (!q) return {};
  const spellings = listNasals(q);
  const anySpellingSql = (alias: string) => `(${likeAnySql(`${alias}.search`, spellings).sql})`;
  return { [raw(anySpellingSql, spellings)]: [] };
}

/** Each of them doubles the spellings. */
const MAX_NASALS = 3;

/** Folded texts have `ng` for ŋ and ŋŋ, which people also write n, nn and nng. */
export function listNasals(q: string): string[] {
  const parts = q.split(/(?<=[aeiouy])(n{1,2}g?)(?=[aeiouy])/i);
  return parts.reduce<string[]>(
    (texts, part, at) => {
      const isNasal = at % 2 === 1 && at < 2 * MAX_NASALS && !/^ng$/i.test(part);
      return texts.flatMap((text) => (isNasal ? [text + part, `${text}ng`] : [text + part]));
    },
    [''],
  );
}

export const whereMatchingSpellings = (q: string) => ({ $or: listSpellings(q).map(whereMatching) });

const PHONE_PATTERN = /^[\d+\-() ]+$/;
/** Shorter numbers are searched only as they were typed. */
const MIN_DIGITS = 3;
/** A search for `001` drops the 00 prefix. The rest would match most phones. */
const MIN_DIALLED = 5;

/**
 * Returns a phone as typed and in international form, because the search column may have either. Returns a
 * reference as issued and as typed. Returns other texts unchanged.
 */
export function listSpellings(q: string): string[] {
  const reference = readReference(q);
  if (reference) return [reference, q];
  const phone = toPlainPhone(q);
  const digits = phone.replace(/\D/g, '');
  if (!PHONE_PATTERN.test(phone) || digits.length < MIN_DIGITS) return [q];
  const number = toComparablePhone(q);
  const texts = new Set(number.length < MIN_DIALLED ? [q, digits] : [q, digits, number]);
  return [...texts].filter((text) => ![...texts].some((part) => part !== text && text.includes(part)));
}

export const whereIdIn = (ids: readonly number[]) => ({
  [raw((alias) => `${alias}.id = any(?::int[])`, [`{${ids}}`])]: [],
});

/** For columns without a search index. */
export const whereFolded = (q: string | undefined, columns: readonly string[]) =>
  q
    ? {
        $or: columns.map((column) => ({
          [raw((alias) => `fold(${alias}.${column}) like ${searchPattern}`, [q])]: [],
        })),
      }
    : {};
