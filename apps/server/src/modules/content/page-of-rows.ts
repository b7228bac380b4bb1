import type { EntitySchema, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';

export interface PageOptions<Row> {
  orderBy: QueryOrderMap<Row> | QueryOrderMap<Row>[];
  limit: number;
  offset: number;
  fields?: readonly (keyof Row & string)[];
}

/** From here on it pays to count the rows first: skipping one costs as much as reading it. */
const FAR = 1000;

/**
 * One page of rows and the number of all that match. A page that is not full is the last one, so its end is that number.
 * Far pages in the second half are read from the end.
 */
export async function pageOfRows<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntitySchema<Row>,
  where: FilterQuery<NoInfer<Row>>,
  { fields, orderBy, limit, offset }: PageOptions<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const read = async (page: Omit<PageOptions<Row>, 'fields'>) => {
    const shown = { ...page, ...(fields && { fields: fields as never }), disableIdentityMap: true };
    return (await em.find(entity, where, shown)) as unknown as Row[];
  };
  if (offset >= FAR) {
    const total = await em.count(entity, where);
    const left = Math.min(limit, total - offset);
    if (left <= 0) return { rows: [], total };
    if (offset > total / 2) {
      const rows = await read({ orderBy: reversed(orderBy), limit: left, offset: total - offset - left });
      return { rows: rows.reverse(), total };
    }
    return { rows: await read({ orderBy, limit, offset }), total };
  }
  const rows = await read({ orderBy, limit, offset });
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, total: isLast ? offset + rows.length : await em.count(entity, where) };
}

function reversed<Row>(orderBy: PageOptions<Row>['orderBy']): QueryOrderMap<Row>[] {
  return [orderBy].flat().map((part) => {
    const order = part as Record<PropertyKey, unknown>;
    // an expression in SQL is a symbol
    const names = Reflect.ownKeys(order);
    return Object.fromEntries(
      names.map((name) => [name, order[name] === 'desc' ? 'asc' : 'desc']),
    ) as QueryOrderMap<Row>;
  });
}
