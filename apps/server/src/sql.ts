import { hash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as z from 'zod';

/** Schemas of the columns by name. They give the rows their type. */
export type ColumnTypes = Readonly<Record<string, z.ZodType>>;
export type Row<C extends ColumnTypes> = { [Name in keyof C]: z.output<C[Name]> };

/** Whole numbers. Sums of money are `float8` in SQL, and whole too. */
export const int = z.int();
export const intOrNull = int.nullable();
export const text = z.string();
export const textOrNull = text.nullable();
export const bool = z.boolean();

/** Tests compare all rows with the declared columns. The product does not, to save time. */
export const rowsReadChannel = channel('institute:rows-read');

function toDeclaredRows<C extends ColumnTypes>(columns: C, sql: string, rows: object[]): Row<C>[] {
  if (rowsReadChannel.hasSubscribers) rowsReadChannel.publish({ columns, sql, rows });
  return rows as Row<C>[];
}

/** Runs SQL with `?` in place of each value, as part of the transaction of `em`. */
export const readRows =
  <C extends ColumnTypes>(em: Pick<EntityManager, 'execute'>, columns: C) =>
  async (sql: string, values: readonly unknown[] = []): Promise<Row<C>[]> =>
    toDeclaredRows(columns, sql, await em.execute<object[]>(sql, [...values]));

export const listIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Reads one whole number of a statement by its name, such as a count. Returns 0 when there is no row. */
export const readNumber =
  (em: Pick<EntityManager, 'execute'>, name: string) =>
  async (sql: string, values: readonly unknown[] = []): Promise<number> => {
    const [row] = await readRows(em, { [name]: int })(sql, values);
    return row?.[name] ?? 0;
  };

/** A statement that each connection plans once and keeps under its name. */
export type PreparedStatement = { name: string; text: string };

/** Prepares SQL with `?` in place of each value. Keep the result when the same statement is read again. */
export function prepareStatement(sql: string): PreparedStatement {
  let placeNumber = 0;
  const text = sql.replaceAll('?', () => `$${++placeNumber}`);
  return { name: hash('sha1', text), text };
}

/** Reads with a prepared statement on a connection of its own, so it cannot be part of a transaction. */
export const readPrepared =
  <C extends ColumnTypes>(em: EntityManager, columns: C) =>
  async ({ name, text }: PreparedStatement, values: readonly unknown[] = []): Promise<Row<C>[]> => {
    if (em.isInTransaction()) throw new Error('A prepared statement is not part of the transaction');
    const pool = await em.getConnection('write').getNativeClient();
    const { rows } = await pool.query<object>({ name, text, values: [...values] });
    return toDeclaredRows(columns, text, rows);
  };
