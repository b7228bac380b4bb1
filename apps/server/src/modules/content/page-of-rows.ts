import type { EntitySchema, FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import type { Ctx } from '../../context.ts';

export interface PageOptions<Row> {
  orderBy: QueryOrderMap<Row> | QueryOrderMap<Row>[];
  limit: number;
  offset: number;
  fields?: readonly (keyof Row & string)[];
}

/** One page of rows and the number of all that match. A page that is not full is the last one, so its end is that number. */
export async function pageOfRows<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntitySchema<Row>,
  where: FilterQuery<NoInfer<Row>>,
  { fields, ...page }: PageOptions<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const found = await em.find(entity, where, {
    ...page,
    ...(fields && { fields: fields as never }),
    disableIdentityMap: true,
  });
  const rows = found as unknown as Row[];
  const isLast = rows.length < page.limit && (rows.length > 0 || page.offset === 0);
  return { rows, total: isLast ? page.offset + rows.length : await em.count(entity, where) };
}
