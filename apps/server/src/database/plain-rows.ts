import type { EntitySchema, FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import {
  type ColumnTypes,
  int,
  type PreparedStatement,
  prepareStatement,
  readPrepared,
  readRows,
} from '../sql.ts';
import { type PageOptions, selectRows } from './page.ts';

/** Number of cached statements for each table. Each offset and id makes another statement, so there must be a limit. */
const MAX_KNOWN_STATEMENTS = 100;
/** Number of prepared statements for each table. PostgreSQL keeps each on every connection, with its plan. */
const MAX_PREPARED_STATEMENTS = 20;

/** Placeholder for the current time in a cached statement. */
const CURRENT_TIME_MARK = new Date(0);

type DbRow = Record<string, unknown>;

interface ReadContext {
  em: EntityManager;
  now(): Date;
}

interface RowQuery<Row> {
  /**
   * Equal keys mean equal conditions, apart from the current time. A statement without a key is not cached.
   */
  key?: unknown;
  where(now: Date): FilterQuery<Row>;
}

type RowPart<Row> = Partial<PageOptions<Row>>;

interface RowStatement<Row> {
  columns: ColumnTypes;
  sql: string;
  values: readonly unknown[];
  rowOf(stored: DbRow): Row;
}

/**
 * Reads rows outside of transactions. Statements are cached and the rows are plain objects, because building queries
 * and entities takes longer than the rest of an answer.
 */
export function makePlainRows<Row extends object>(entity: EntitySchema<Row>) {
  const knownStatements = new LRUCache<string, RowStatement<Row>>({ max: MAX_KNOWN_STATEMENTS });
  const preparedByText = new Map<string, PreparedStatement>();

  /** Builds a statement that reads rows. Without `shown` the statement counts rows, up to `most`. */
  function buildStatement(
    em: EntityManager,
    { where }: RowQuery<Row>,
    shown: RowPart<Row> | null,
    most?: number,
  ): RowStatement<Row> {
    const columns = readColumns(em, entity, shown ? shown.fields : ['id']);
    const columnNames = columns.map(({ name }) => name);
    const builder = selectRows(em, entity, columnNames, where(CURRENT_TIME_MARK), shown?.orderBy, 'row');
    const rowLimit = shown ? shown.limit : most;
    if (rowLimit !== undefined) builder.limit(rowLimit, shown?.offset);

    const { sql, params: values } = builder.toQuery();
    if (!shown) {
      const countSql = `select count(*)::int from (${sql}) as counted`;
      return { columns: { count: int }, sql: countSql, values, rowOf: (stored) => stored as Row };
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

  async function runStatement(
    ctx: ReadContext,
    asked: RowQuery<Row>,
    shown: RowPart<Row> | null,
    most?: number,
  ) {
    const statementKey = asked.key === undefined ? undefined : JSON.stringify([asked.key, shown, most]);
    const statement =
      (statementKey === undefined ? undefined : knownStatements.get(statementKey)) ??
      buildStatement(ctx.em, asked, shown, most);
    if (statementKey !== undefined) knownStatements.set(statementKey, statement);
    const { columns, sql, values } = statement;
    // PostgreSQL plans a search better when it knows the searched text, so searches are not prepared
    if (
      statementKey !== undefined &&
      !preparedByText.has(sql) &&
      preparedByText.size < MAX_PREPARED_STATEMENTS
    )
      preparedByText.set(sql, prepareStatement(sql));
    const namedStatement = preparedByText.get(sql);
    const currentValues = values.map((value) => (value === CURRENT_TIME_MARK ? ctx.now() : value));
    const rows = await (namedStatement
      ? readPrepared(ctx.em, columns)(namedStatement, currentValues)
      : readRows(ctx.em, columns)(sql, currentValues));
    return { rows, statement };
  }

  return (ctx: ReadContext, asked: RowQuery<Row>) => ({
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
  const selectedProperties = properties.filter(({ name, lazy }) => (fields ? fields.includes(name) : !lazy));
  return selectedProperties.map(({ name, fieldNames, customType, runtimeType }) => ({
    name,
    column: fieldNames[0] ?? name,
    read: (value: unknown) => {
      if (value === null) return null;
      if (customType) return customType.convertToJSValue(value, platform);
      return runtimeType === 'Date' ? new Date(String(value)) : value;
    },
  }));
}
