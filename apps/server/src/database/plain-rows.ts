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
import { buildRowsQuery, type PageOptions } from './page.ts';

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

type RowPageOptions<Row> = Partial<PageOptions<Row>>;

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
export function makePlainRowReader<Row extends object>(entity: EntitySchema<Row>) {
  const knownStatements = new LRUCache<string, RowStatement<Row>>({ max: MAX_KNOWN_STATEMENTS });
  const preparedStatementBySql = new Map<string, PreparedStatement>();

  /** Builds a statement that reads rows. Without `shown` the statement counts rows, up to `most`. */
  function buildStatement(
    em: EntityManager,
    { where }: RowQuery<Row>,
    shown: RowPageOptions<Row> | null,
    most?: number,
  ): RowStatement<Row> {
    const readableColumns = readColumns(em, entity, shown ? shown.fields : ['id']);
    const columnNames = readableColumns.map(({ name }) => name);
    const queryBuilder = buildRowsQuery(
      em,
      entity,
      columnNames,
      where(CURRENT_TIME_MARK),
      shown?.orderBy,
      'row',
    );
    const rowLimit = shown ? shown.limit : most;
    if (rowLimit !== undefined) queryBuilder.limit(rowLimit, shown?.offset);

    const { sql, params: values } = queryBuilder.toQuery();
    if (!shown) {
      const countSql = `select count(*)::int from (${sql}) as counted`;
      return { columns: { count: int }, sql: countSql, values, rowOf: (stored) => stored as Row };
    }
    const toRow = (stored: DbRow) => {
      const plainRow: DbRow = {};
      for (const { name, column, read } of readableColumns) plainRow[name] = read(stored[column]);
      return plainRow as Row;
    };
    return {
      columns: Object.fromEntries(readableColumns.map(({ column }) => [column, z.unknown()])),
      sql,
      values,
      rowOf: toRow,
    };
  }

  async function runStatement(
    ctx: ReadContext,
    asked: RowQuery<Row>,
    shown: RowPageOptions<Row> | null,
    most?: number,
  ) {
    const statementKey = asked.key === undefined ? undefined : JSON.stringify([asked.key, shown, most]);
    const rowStatement =
      (statementKey === undefined ? undefined : knownStatements.get(statementKey)) ??
      buildStatement(ctx.em, asked, shown, most);
    if (statementKey !== undefined) knownStatements.set(statementKey, rowStatement);
    const { columns, sql, values } = rowStatement;
    // PostgreSQL plans a search better when it knows the searched text, so searches are not prepared
    if (
      statementKey !== undefined &&
      !preparedStatementBySql.has(sql) &&
      preparedStatementBySql.size < MAX_PREPARED_STATEMENTS
    )
      preparedStatementBySql.set(sql, prepareStatement(sql));
    const namedStatement = preparedStatementBySql.get(sql);
    const valuesWithCurrentTime = values.map((value) => (value === CURRENT_TIME_MARK ? ctx.now() : value));
    const readRowsOfStatement = await (namedStatement
      ? readPrepared(ctx.em, columns)(namedStatement, valuesWithCurrentTime)
      : readRows(ctx.em, columns)(sql, valuesWithCurrentTime));
    return { rows: readRowsOfStatement, statement: rowStatement };
  }

  return (ctx: ReadContext, asked: RowQuery<Row>) => ({
    async find(shown: RowPageOptions<Row> = {}): Promise<Row[]> {
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
  const entityProperties = Object.values(em.getMetadata().getByClassName(entity.meta.className).properties);
  const selectedProperties = entityProperties.filter(({ name, lazy }) =>
    fields ? fields.includes(name) : !lazy,
  );
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
