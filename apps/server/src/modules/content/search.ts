import { raw } from '@mikro-orm/core';

/** A text whose signs stand for themselves in a `like`. */
export const literally = (q: string): string => q.replace(/[\\%_]/g, '\\$&');

/** Matches rows whose folded text holds `q`, whatever its case and accents; `%` and `_` are ordinary characters. */
export const matching = (q: string | undefined) =>
  q ? { [raw((alias) => `${alias}.search like '%' || fold(?) || '%'`, [literally(q)])]: [] } : {};

/** As `matching`, in one of these columns, none of which needs an index of its own. */
export const foldedMatch = (q: string | undefined, columns: readonly string[]) =>
  q
    ? {
        $or: columns.map((column) => ({
          [raw((alias) => `fold(${alias}.${column}) like '%' || fold(?) || '%'`, [literally(q)])]: [],
        })),
      }
    : {};

/** "-createdAt" → newest first, with the id to settle ties. */
export function ordering(sort: string): Record<string, 'asc' | 'desc'> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return { [sort.replace('-', '')]: direction, id: direction };
}
