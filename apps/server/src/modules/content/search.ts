import { dialled } from '@institute/contract/phone';
import { raw } from '@mikro-orm/core';

/**
 * SQL of a `like` pattern for the folded text. The text is folded before its wildcards are escaped, because folding can
 * make new ones. Null when nothing is left of it, as of a lone accent; then no row matches.
 */
export const soughtPattern = String.raw`'%' || regexp_replace(nullif(fold(?), ''), '[\\%_]', '\\\&', 'g') || '%'`;

/** Matches rows whose folded text contains `q`, ignoring case and accents. `%` and `_` are ordinary characters. */
export const matching = (q: string | undefined) =>
  q ? { [raw((alias) => `${alias}.search like ${soughtPattern}`, [q])]: [] } : {};

/** The same, for a phone in any of its spellings. */
export const matchingPhone = (q: string) => ({ $or: spellings(q).map(matching) });

const PHONE = /^[\d+\-() ]+$/;
/** Shorter numbers are only sought as they were typed. */
const MIN_DIGITS = 3;
/** What is left of a search such as `001`, without the 00 of a country code, is in most numbers. */
const MIN_DIALLED = 5;

/** A phone in each spelling that the search column may have: as it was typed, and as it is dialled. Other texts stay alone. */
export function spellings(q: string): string[] {
  const digits = q.replace(/\D/g, '');
  if (!PHONE.test(q) || digits.length < MIN_DIGITS) return [q];
  const number = dialled(digits);
  const texts = new Set(number.length < MIN_DIALLED ? [q, digits] : [q, digits, number]);
  // a row with `+256` is found by `256` too
  return [...texts].filter((text) => ![...texts].some((part) => part !== text && text.includes(part)));
}

/** Matches the rows with these ids, however many there are. */
export const oneOf = (ids: readonly number[]) => ({
  [raw((alias) => `${alias}.id = any(?::int[])`, [`{${ids}}`])]: [],
});

/** Like `matching`, but in any of these columns. They need no index. */
export const foldedMatch = (q: string | undefined, columns: readonly string[]) =>
  q
    ? {
        $or: columns.map((column) => ({
          [raw((alias) => `fold(${alias}.${column}) like ${soughtPattern}`, [q])]: [],
        })),
      }
    : {};

/** "-createdAt" → newest first. The id breaks ties. */
export function ordering(sort: string): Record<string, 'asc' | 'desc'> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return { [sort.replace('-', '')]: direction, id: direction };
}
