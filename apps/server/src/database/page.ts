import { timeZone } from '@institute/contract/time';
import { type EntitySchema, type FilterQuery, type QueryOrderMap, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { int, listIds, readNumber, readRows } from '../sql.ts';

/** Counts of searches in the office stop at this number, because nobody reads so many pages. */
export const MAX_COUNTED_ROWS = 1000;

export interface PageOptions<Row> {
  orderBy: QueryOrderMap<Row> | QueryOrderMap<Row>[];
  limit: number;
  offset: number;
  fields?: readonly (keyof Row & string)[];
}

interface RowSource<Row> {
  find(page: PageOptions<Row>): Promise<Row[]>;
  count(most: number): Promise<number>;
}

export interface RowTotal {
  total: number;
  isMore?: boolean;
}

export async function findPage<Row>(
  list: RowSource<Row>,
  { limit: asked, offset, ...page }: PageOptions<Row>,
  most = Number.POSITIVE_INFINITY,
): Promise<RowTotal & { rows: Row[] }> {
  const limitWithinMost = Math.max(0, Math.min(asked, most - offset));
  const rowsOfPage = limitWithinMost > 0 ? await list.find({ ...page, limit: limitWithinMost, offset }) : [];
  // A page that is not full is the last one, so no count is needed
  if (rowsOfPage.length < limitWithinMost && (rowsOfPage.length > 0 || offset === 0)) {
    return { rows: rowsOfPage, total: offset + rowsOfPage.length, isMore: false };
  }
  const rowCount = await list.count(most + 1);
  return { rows: rowsOfPage, total: Math.min(rowCount, most), isMore: rowCount > most };
}

/** SQL that converts a date to the instant at which the day begins in Kampala. */
const startOfDaySql = `::timestamp at time zone '${timeZone}'`;

/** Conditions for rows made between two days of Kampala, both included. */
export const whereCreatedWithin = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => [
  ...(from ? [{ [raw((row) => `${row}.created_at >= ?::date${startOfDaySql}`, [from])]: [] }] : []),
  ...(to ? [{ [raw((row) => `${row}.created_at < (?::date + 1)${startOfDaySql}`, [to])]: [] }] : []),
];

/** Reads a page of rows in two steps: finding the ids needs only an index, so it stays fast far into long lists. */
export const makeEntityRowSource = <Row extends { id: number }>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  where: FilterQuery<NoInfer<Row>>,
  shown: { fields?: readonly string[] } = {},
): RowSource<Row> => ({
  find: async (page) => {
    const { sql, values } = buildColumnQuery(em, entity, 'id', where, page);
    const foundRowIds = listIds(await readRows(em, { id: int })(sql, values));
    const rowOptions = { ...shown, disableIdentityMap: true };
    const rows = await findRows(em, entity, { id: { $in: foundRowIds } }, rowOptions);
    const rowById = new Map(rows.map((row) => [row.id, row]));
    // A row may have been deleted between the two statements
    return foundRowIds.flatMap((id) => rowById.get(id) ?? []);
  },
  count: async (most) => {
    const { sql, values } = buildColumnQuery(em, entity, 'id', where, { limit: most });
    return readNumber(em, 'count')(`select count(*)::int from (${sql}) as counted`, values);
  },
});

/** Range of one batch of an export: at most `limit` rows with ids below `before`. */
export interface BatchRange {
  before: number | undefined;
  limit: number;
}

/** Finds a batch of rows, those with the highest ids first. */
export const findBatchOfRows = <Row extends { id: number }>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  where: FilterQuery<NoInfer<Row>>,
  { before, limit }: BatchRange,
  shown: object = {},
): Promise<Row[]> => {
  const belowCondition = before === undefined ? {} : { id: { $lt: before } };
  const batchFindOptions = { ...shown, orderBy: { id: 'desc' }, limit, disableIdentityMap: true };
  return findRows(em, entity, { $and: [where, belowCondition] }, batchFindOptions);
};

export function buildColumnQuery<Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  column: keyof Row & string,
  where: FilterQuery<NoInfer<Row>>,
  { orderBy, limit, offset }: Partial<PageOptions<Row>>,
): { sql: string; values: unknown[] } {
  const rows = buildRowsQuery(em, entity, [column], where, orderBy);
  if (limit !== undefined && limit < Number.POSITIVE_INFINITY) rows.limit(limit, offset);
  return { sql: rows.getQuery(), values: [...rows.getParams()] };
}

// These two functions pass by MikroORM's types, which accept conditions and columns of known entities only

export const findRows = async <Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  where: unknown,
  options: object,
) => (await em.find(entity, where as never, options as never)) as Row[];

export function buildRowsQuery<Row extends object>(
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

/** Reads a sort such as `-name`. A minus sign means descending order. */
export const parseSort = (sort: string) => ({
  name: sort.replace('-', ''),
  direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
});

export function toOrderByColumn(sort: string): Record<string, 'asc' | 'desc'> {
  const { name, direction } = parseSort(sort);
  return { [name]: direction, id: direction };
}

/** SQL of sort orders that are not a column. `row` is the name of the table in the statement. */
export type SortOrders = Readonly<Record<string, (row: string, direction: 'asc' | 'desc') => string>>;

export function toOrderByClauses(orders: SortOrders | undefined, sort: string): object[] {
  const { name, direction } = parseSort(sort);
  const sortColumnSql = orders?.[name];
  if (!sortColumnSql) return [toOrderByColumn(sort)];
  return [{ [raw((row) => sortColumnSql(row, direction))]: direction }, { id: direction }];
}
