import { timeZone } from '@institute/contract/time';
import { type EntitySchema, type FilterQuery, type QueryOrderMap, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { int, listIds, readNumber, readRows } from '../sql.ts';

/** The office's search counts stop at this number: nobody pages further. */
export const MAX_COUNTED = 1000;

export interface PageOptions<Row> {
  orderBy: QueryOrderMap<Row> | QueryOrderMap<Row>[];
  limit: number;
  offset: number;
  fields?: readonly (keyof Row & string)[];
}

interface Rows<Row> {
  find(page: PageOptions<Row>): Promise<Row[]>;
  count(most: number): Promise<number>;
}

export interface RowTotal {
  total: number;
  isMore?: boolean;
}

export async function findPage<Row>(
  list: Rows<Row>,
  { limit: asked, offset, ...page }: PageOptions<Row>,
  most = Number.POSITIVE_INFINITY,
): Promise<RowTotal & { rows: Row[] }> {
  const limit = Math.max(0, Math.min(asked, most - offset));
  const rows = limit > 0 ? await list.find({ ...page, limit, offset }) : [];
  // A page that is not full is the last one
  if (rows.length < limit && (rows.length > 0 || offset === 0)) {
    return { rows, total: offset + rows.length, isMore: false };
  }
  const counted = await list.count(most + 1);
  return { rows, total: Math.min(counted, most), isMore: counted > most };
}

/** Converts a date to the instant at which it begins in Kampala. */
const atStartOfDay = `::timestamp at time zone '${timeZone}'`;

/** Conditions: made within these days of Kampala, both included. */
export const whereCreatedWithin = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => [
  ...(from ? [{ [raw((row) => `${row}.created_at >= ?::date${atStartOfDay}`, [from])]: [] }] : []),
  ...(to ? [{ [raw((row) => `${row}.created_at < (?::date + 1)${atStartOfDay}`, [to])]: [] }] : []),
];

/** Finding a page's ids needs only an index, so it is fast far into long lists. */
export const findEntityRows = <Row extends { id: number }>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  where: FilterQuery<NoInfer<Row>>,
  shown: { fields?: readonly string[] } = {},
): Rows<Row> => ({
  find: async (page) => {
    const { sql, values } = findColumnName(em, entity, 'id', where, page);
    const ids = listIds(await readRows(em, { id: int })(sql, values));
    const options = { ...shown, disableIdentityMap: true };
    const rows = await findRows(em, entity, { id: { $in: ids } }, options);
    const byId = new Map(rows.map((row) => [row.id, row]));
    // A row may be deleted between the two statements
    return ids.flatMap((id) => byId.get(id) ?? []);
  },
  count: async (most) => {
    const { sql, values } = findColumnName(em, entity, 'id', where, { limit: most });
    return readNumber(em, 'count')(`select count(*)::int from (${sql}) as counted`, values);
  },
});

/** A part of an export: at most `limit` rows with ids below `before`. */
export interface BatchRange {
  before: number | undefined;
  limit: number;
}

/** Highest id first. */
export const findBatch = <Row extends { id: number }>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  where: FilterQuery<NoInfer<Row>>,
  { before, limit }: BatchRange,
  shown: object = {},
): Promise<Row[]> => {
  const below = before === undefined ? {} : { id: { $lt: before } };
  const page = { ...shown, orderBy: { id: 'desc' }, limit, disableIdentityMap: true };
  return findRows(em, entity, { $and: [where, below] }, page);
};

export function findColumnName<Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  column: keyof Row & string,
  where: FilterQuery<NoInfer<Row>>,
  { orderBy, limit, offset }: Partial<PageOptions<Row>>,
): { sql: string; values: unknown[] } {
  const rows = selectRows(em, entity, [column], where, orderBy);
  if (limit !== undefined && limit < Number.POSITIVE_INFINITY) rows.limit(limit, offset);
  return { sql: rows.getQuery(), values: [...rows.getParams()] };
}

// The library types conditions and columns of known entities only, so these two go past its types

export const findRows = async <Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  where: unknown,
  options: object,
) => (await em.find(entity, where as never, options as never)) as Row[];

export function selectRows<Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  columns: readonly string[],
  where: unknown,
  orderBy?: PageOptions<Row>['orderBy'],
  alias?: string,
) {
  const rows = em.createQueryBuilder(entity, alias);
  rows.select(columns as never).where(where as never);
  if (orderBy) rows.orderBy(orderBy as never);
  return rows;
}

/** A minus sign before the name sorts downwards. */
export const readSort = (sort: string) => ({
  name: sort.replace('-', ''),
  direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
});

export function toOrder(sort: string): Record<string, 'asc' | 'desc'> {
  const { name, direction } = readSort(sort);
  return { [name]: direction, id: direction };
}

/** SQL of orders that are no column. `row` is the table's name in the statement. */
export type Orders = Readonly<Record<string, (row: string, direction: 'asc' | 'desc') => string>>;

export function toOrderBy(orders: Orders | undefined, sort: string): object[] {
  const { name, direction } = readSort(sort);
  const sql = orders?.[name];
  if (!sql) return [toOrder(sort)];
  return [{ [raw((row) => sql(row, direction))]: direction }, { id: direction }];
}
