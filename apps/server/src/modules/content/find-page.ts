import type { EntitySchema, FindOptions } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';
import { type PageOptions, pageOfRows } from './page-of-rows.ts';
import { isShort, matching, matchingOften, matchingSeldom, oneOf, withAny, withSyllable } from './search.ts';

/** The office's search counts stop at this number. */
const MAX_COUNTED = 1000;
/** Number of newest rows that tell how frequent a short text is. */
const SAMPLE = 100;
/** A text is frequent when more than this share of the sample contains it. */
const FREQUENT = 0.8;

export interface Counted {
  total: number;
  /** True when the count stopped at `total`. */
  isMore?: boolean;
}

interface Search {
  q: string;
  /** Other spellings of the text, with itself. None of them is short unless it is the only one. */
  texts?: readonly string[] | undefined;
  /** Condition of the text. By default the column `search` contains it. */
  match?: object | undefined;
}

interface Sought {
  /** Conditions that the rows fulfil. */
  where: object;
  search: Search | undefined;
  /** The table has an index of syllables, for texts that are too short for the trigram index. */
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
  const { q, texts = [q], match } = search;
  const some = await findSome(em, entity, { q, texts, match }, { where, hasSyllables });
  const isMore = some.length > MAX_COUNTED;
  const conditions = isMore ? { $and: [where, match ?? withAny(texts, matchingOften)] } : oneOf(some);
  const shown = { ...page, disableIdentityMap: true } as FindOptions<Row>;
  const rows = (await em.find(entity, conditions as never, shown)) as Row[];
  return isMore ? { rows, total: MAX_COUNTED, isMore } : { rows, total: some.length };
}

/** Ids of matches, at most one more than are counted. */
async function findSome<Row extends { id: number }>(
  em: Ctx['em'],
  entity: EntitySchema<Row>,
  { q, texts, match }: Search & { texts: readonly string[] },
  { where, hasSyllables }: Omit<Sought, 'search'>,
): Promise<number[]> {
  const most = MAX_COUNTED + 1;
  // an entity for each of them would take longer than the search
  const some = async (conditions: object[], limit = most, { orderBy = {} } = {}) => {
    const ids = em
      .createQueryBuilder(entity, 'row')
      .select('id' as never)
      .where({ $and: [where, ...conditions] } as never)
      .orderBy(orderBy as never)
      .limit(limit);
    const found = await em.execute<{ id: number }[]>(ids.getQuery(), [...ids.getParams()]);
    return found.map(({ id }) => id);
  };
  if (match) return some([match]);
  if (!isShort(q)) return some([withAny(texts, matchingSeldom)]);
  if (!hasSyllables) return some([matching(q)]);

  // the index of syllables is slowest for texts that most rows contain
  const orderBy = { id: 'desc' };
  const newest = await some([], SAMPLE, { orderBy });
  const held = await some([oneOf(newest), matchingOften(q)]);
  return held.length > newest.length * FREQUENT
    ? some([matchingOften(q)], most, { orderBy })
    : some([matching(q), withSyllable(q)]);
}
