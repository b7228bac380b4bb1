import type { EntitySchema, FindOptions } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';
import { type PageOptions, pageOfRows } from './page-of-rows.ts';
import { isShort, oneOf, withSyllable } from './search.ts';

/** The office's search counts stop at this number. */
const MAX_COUNTED = 1000;

export interface Counted {
  total: number;
  /** True when the count stopped at `total`. */
  isMore?: boolean;
}

interface Search {
  q: string;
  /** The condition of the text. */
  match: object;
}

interface Sought {
  /** Conditions that the rows fulfil. */
  where: object;
  search: Search | undefined;
  /** The table has an index of syllables, which finds texts that are too short for the trigram index. */
  hasSyllables: boolean;
}

/**
 * One page of a list of the office and the number of its rows. The matches of a rare text are found with a search index
 * and sorted afterwards. Those of a frequent text are found quickly by reading the sorted list from its start, and
 * counted up to `MAX_COUNTED`: nobody pages further.
 */
export async function findPage<Row extends { id: number }>(
  em: Ctx['em'],
  entity: EntitySchema<Row>,
  { where, search, hasSyllables }: Sought,
  page: PageOptions<Row>,
): Promise<Counted & { rows: Row[] }> {
  if (!search) return pageOfRows({ em }, entity, where as never, page);
  const shown = { ...page, disableIdentityMap: true } as FindOptions<Row>;
  const rowsOf = async (conditions: object) => (await em.find(entity, conditions as never, shown)) as Row[];

  const all = { $and: [where, search.match] };
  const some = await findSome(em, entity, search, { where, hasSyllables });
  if (some.length <= MAX_COUNTED) return { rows: await rowsOf(oneOf(some)), total: some.length };
  return { rows: await rowsOf(all), total: MAX_COUNTED, isMore: true };
}

/** Ids of the newest matches, at most one more than are counted. */
async function findSome<Row extends { id: number }>(
  em: Ctx['em'],
  entity: EntitySchema<Row>,
  { q, match }: Search,
  { where, hasSyllables }: Omit<Sought, 'search'>,
): Promise<number[]> {
  const most = MAX_COUNTED + 1;
  const newest = async (conditions: object[], options: object) => {
    const byId = { fields: ['id'], orderBy: { id: 'desc' }, disableIdentityMap: true, ...options };
    const found = await em.find(
      entity,
      { $and: [where, ...conditions] } as never,
      byId as unknown as FindOptions<Row>,
    );
    return found.map(({ id }) => id);
  };
  if (!hasSyllables || !isShort(q)) return newest([match], { limit: most });

  // the index of syllables answers slowest for what stands in most rows
  const [first = 0] = await newest([], { limit: 1, offset: 2 * most });
  const often = await newest([{ id: { $gt: first } }, match], { limit: most });
  return often.length === most ? often : newest([match, withSyllable(q)], { limit: most });
}
