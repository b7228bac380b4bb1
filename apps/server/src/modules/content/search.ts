import { raw } from '@mikro-orm/core';

/** Escapes the wildcards of `like`. */
export const literally = (q: string): string => q.replace(/[\\%_]/g, '\\$&');

/** Matches rows whose folded text contains `q`, ignoring case and accents. `%` and `_` are ordinary characters. */
export const matching = (q: string | undefined) =>
  q ? { [raw((alias) => `${alias}.search like '%' || fold(?) || '%'`, [literally(q)])]: [] } : {};

/**
 * The same, for a text that most rows contain. Makes PostgreSQL expect that every third row matches, so that it reads a
 * sorted list from its start. PostgreSQL itself cannot tell how frequent a text is.
 */
export const matchingOften = (q: string) => ({
  [raw((alias) => `strpos(${alias}.search, fold(?)) > 0`, [q])]: [],
});

/** The same, for a rare text. PostgreSQL does not see the text when it plans, expects few matches and uses the index. */
export const matchingSeldom = (q: string) => ({
  [raw((alias) => `${alias}.search like (select '%' || fold(?) || '%')`, [literally(q)])]: [],
});

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
          [raw((alias) => `fold(${alias}.${column}) like '%' || fold(?) || '%'`, [literally(q)])]: [],
        })),
      }
    : {};

/** "-createdAt" → newest first. The id breaks ties. */
export function ordering(sort: string): Record<string, 'asc' | 'desc'> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return { [sort.replace('-', '')]: direction, id: direction };
}
