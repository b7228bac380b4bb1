import { type EntitySchema, type FilterQuery, type QueryOrderMap, raw } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';
import type { Asked, PlainRows } from '../../database/plain-rows.ts';
import { oneOf } from './search.ts';

export interface PageOptions<Row> {
  orderBy: QueryOrderMap<Row> | QueryOrderMap<Row>[];
  limit: number;
  offset: number;
  fields?: readonly (keyof Row & string)[];
}

/** From this offset on, rows are counted first: skipping a row costs as much as reading it. */
const FAR = 1000;

/**
 * One page of rows and the number of all that match. A page that is not full is the last one, so its end is that number.
 * Far pages in the second half are read from the end.
 */
export async function pageOfRows<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntitySchema<Row>,
  where: FilterQuery<NoInfer<Row>>,
  { fields, ...page }: PageOptions<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const shown = { ...(fields && { fields: fields as never }), disableIdentityMap: true };
  return pageFrom(
    {
      read: async (part) => (await em.find(entity, where, { ...part, ...shown })) as unknown as Row[],
      count: () => em.count(entity, where),
    },
    page,
  );
}

interface Source<Row> {
  read(part: Omit<PageOptions<Row>, 'fields'>): Promise<Row[]>;
  count(): Promise<number>;
}

/** Like `pageOfRows`, for visitors: reads plain rows with cached statements. */
export const pageOfPlainRows = <Row extends object>(
  ctx: Pick<Ctx, 'em' | 'now'>,
  table: PlainRows<Row>,
  asked: Asked<Row>,
  { fields, ...page }: PageOptions<Row>,
): Promise<{ rows: Row[]; total: number }> =>
  pageFrom(
    {
      read: (part) => table.find(ctx, asked, { ...part, ...(fields && { fields }) }),
      count: () => table.count(ctx, asked),
    },
    page,
  );

async function pageFrom<Row extends object>(
  { read, count }: Source<Row>,
  { orderBy, limit, offset }: Omit<PageOptions<Row>, 'fields'>,
): Promise<{ rows: Row[]; total: number }> {
  if (offset >= FAR) {
    const total = await count();
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
  return { rows, total: isLast ? offset + rows.length : await count() };
}

/** Like `pageOfRows`, for the matches of a text. Counts them while sorting, so that each row is compared once. */
export async function pageOfMatches<Row extends { id: number }>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntitySchema<Row>,
  where: FilterQuery<NoInfer<Row>>,
  { fields, orderBy, limit, offset }: PageOptions<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const matches = em
    .createQueryBuilder(entity, 'row')
    .select(['id', raw('(count(*) over ())::int as total')] as never)
    .where(where as never)
    .orderBy(orderBy as never)
    .limit(limit, offset);
  const found = await em.execute<{ id: number; total: number }[]>(matches.getQuery(), [
    ...matches.getParams(),
  ]);
  const [first] = found;
  if (!first) return { rows: [], total: offset === 0 ? 0 : await em.count(entity, where) };
  const rows = await em.find(entity, oneOf(found.map(({ id }) => id)) as FilterQuery<Row>, {
    ...{ orderBy, ...(fields && { fields: fields as never }), disableIdentityMap: true },
  });
  return { rows: rows as unknown as Row[], total: first.total };
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
