import type { EntitySchema, FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import {
  type Columns,
  int,
  type PreparedStatement,
  prepareStatement,
  readPrepared,
  readRows,
} from '../sql.ts';
import { type PageOptions, selectRows } from './page.ts';

/** Cached statements of a table. Each offset and id makes another statement, so there is a limit. */
const MAX_KNOWN = 100;
/** Prepared statements of a table. PostgreSQL keeps them on each connection, each with its plan. */
const MAX_PREPARED = 20;

/** Placeholder for the current time in a cached statement. */
const TIME_MARK = new Date(0);

type DbRow = Record<string, unknown>;

interface Reader {
  em: EntityManager;
  now(): Date;
}

interface Query<Row> {
  /**
   * Equal keys mean equal conditions, except for the current time. A statement without a key is not cached.
   */
  key?: unknown;
  where(now: Date): FilterQuery<Row>;
}

type RowPart<Row> = Partial<PageOptions<Row>>;

interface Statement<Row> {
  columns: Columns;
  sql: string;
  values: readonly unknown[];
  rowOf(stored: DbRow): Row;
}

/**
 * Reads outside of any transaction. Statements are cached and rows are no entities: building those takes
 * longer than the rest of an answer.
 */
export function makePlainRows<Row extends object>(entity: EntitySchema<Row>) {
  const known = new LRUCache<string, Statement<Row>>({ max: MAX_KNOWN });
  const prepared = new Map<string, PreparedStatement>();

  /** Without `shown` the statement counts rows, no more than `most`. */
  function buildStatement(
    em: EntityManager,
    { where }: Query<Row>,
    shown: RowPart<Row> | null,
    most?: number,
  ): Statement<Row> {
    const columns = readColumns(em, entity, shown ? shown.fields : ['id']);
    const names = columns.map(({ name }) => name);
    const builder = selectRows(em, entity, names, where(TIME_MARK), shown?.orderBy, 'row');
    const limit = shown ? shown.limit : most;
    if (limit !== undefined) builder.limit(limit, shown?.offset);

    const { sql, params: values } = builder.toQuery();
    if (!shown) {
      const counted = `select count(*)::int from (${sql}) as counted`;
      return { columns: { count: int }, sql: counted, values, rowOf: (stored) => stored as Row };
    }
    const toRow = (stored: DbRow) => {
      const row: DbRow = {};
      for (const { name, column, read } of columns) row[name] = read(stored[column]);
      return row as Row;
    };
    return {
      columns: Object.fromEntries(columns.map(({ column }) => [column, z.unknown()])),
      sql,
      values,
      rowOf: toRow,
    };
  }

  async function runStatement(ctx: Reader, asked: Query<Row>, shown: RowPart<Row> | null, most?: number) {
    const key = asked.key === undefined ? undefined : JSON.stringify([asked.key, shown, most]);
    const statement =
      (key === undefined ? undefined : known.get(key)) ?? buildStatement(ctx.em, asked, shown, most);
    if (key !== undefined) known.set(key, statement);
    const { columns, sql, values } = statement;
    // A search is planned for its own text, so it is not prepared
    if (key !== undefined && !prepared.has(sql) && prepared.size < MAX_PREPARED)
      prepared.set(sql, prepareStatement(sql));
    const named = prepared.get(sql);
    const currentValues = values.map((value) => (value === TIME_MARK ? ctx.now() : value));
    const rows = await (named
      ? readPrepared(ctx.em, columns)(named, currentValues)
      : readRows(ctx.em, columns)(sql, currentValues));
    return { rows, statement };
  }

  return (ctx: Reader, asked: Query<Row>) => ({
    async find(shown: RowPart<Row> = {}): Promise<Row[]> {
      const { rows, statement } = await runStatement(ctx, asked, shown);
      return rows.map(statement.rowOf);
    },

    async count(most = Number.POSITIVE_INFINITY): Promise<number> {
      const { rows } = await runStatement(
        ctx,
        asked,
        null,
        most === Number.POSITIVE_INFINITY ? undefined : most,
      );
      return Number(rows[0]?.count);
    },
  });
}

function readColumns<Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  fields: readonly string[] | undefined,
) {
  const platform = em.getPlatform();
  const properties = Object.values(em.getMetadata().getByClassName(entity.meta.className).properties);
  const selected = properties.filter(({ name, lazy }) => (fields ? fields.includes(name) : !lazy));
  return selected.map(({ name, fieldNames, customType, runtimeType }) => ({
    name,
    column: fieldNames[0] ?? name,
    read: (value: unknown) => {
      if (value === null) return null;
      if (customType) return customType.convertToJSValue(value, platform);
      return runtimeType === 'Date' ? new Date(String(value)) : value;
    },
  }));
}
