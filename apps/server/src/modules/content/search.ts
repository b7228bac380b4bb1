import { raw } from '@mikro-orm/core';

/** Matches rows whose folded text holds `q`, whatever its case and accents; `%` and `_` are ordinary characters. */
export const matching = (q: string | undefined) =>
  q
    ? { [raw((alias) => `${alias}.search like '%' || fold(?) || '%'`, [q.replace(/[\\%_]/g, '\\$&')])]: [] }
    : {};

/** "-createdAt" → newest first, with the id to settle ties. */
export function ordering(sort: string): Record<string, 'asc' | 'desc'> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return { [sort.replace('-', '')]: direction, id: direction };
}
