import { dialled } from '@institute/contract/phone';
import { raw } from '@mikro-orm/core';

/** SQL of the folded text to search for. Null when nothing is left of it, as of a lone accent; then no row matches. */
export const soughtText = `nullif(fold(?), '')`;

/** SQL of a `like` pattern. The text is folded before its wildcards are escaped, because folding can make new ones. */
export const soughtPattern = String.raw`'%' || regexp_replace(${soughtText}, '[\\%_]', '\\\&', 'g') || '%'`;

/** Matches rows whose folded text contains `q`, ignoring case and accents. `%` and `_` are ordinary characters. */
export const matching = (q: string | undefined) =>
  q ? { [raw((alias) => `${alias}.search like ${soughtPattern}`, [q])]: [] } : {};

/**
 * The same, for a text that most rows contain. Makes PostgreSQL expect that every third row matches, so that it reads a
 * sorted list from its start. PostgreSQL itself cannot tell how frequent a text is.
 */
export const matchingOften = (q: string) => ({
  [raw((alias) => `strpos(${alias}.search, ${soughtText}) > 0`, [q])]: [],
});

/** The same, for a rare text. PostgreSQL does not see the text when it plans, expects few matches and uses the index. */
export const matchingSeldom = (q: string) => ({
  [raw((alias) => `${alias}.search like (select ${soughtPattern})`, [q])]: [],
});

/** Matches rows with one of the texts, by one of the conditions above. */
export const withAny = (texts: readonly string[], match: (q: string) => object) => ({
  $or: texts.map(match),
});

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

/** The trigram index cannot find texts of fewer than three characters. */
export const isShort = (q: string): boolean => [...q].length < 3;

/** A condition in SQL on the first syllable of a short text, which an index of syllables answers. */
export const syllableIn = (search: string): string =>
  `public.syllables(${search}) @> array[substr(fold(?), 1, 2)]`;

/** Matches rows with the first syllable of `q`, by an index that the table must have. */
export const withSyllable = (q: string) => ({ [raw((alias) => syllableIn(`${alias}.search`), [q])]: [] });

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
