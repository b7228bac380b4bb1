import { hash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as z from 'zod';

/** Schemas of the columns by name. Rows get their type from them. */
export type Columns = Readonly<Record<string, z.ZodType>>;
export type Row<C extends Columns> = { [Name in keyof C]: z.output<C[Name]> };

/** Whole numbers, also those of `float8`, which sums of money are. */
export const int = z.int();
export const intOrNull = int.nullable();
export const text = z.string();
export const textOrNull = text.nullable();
export const bool = z.boolean();

/** Tests compare all that is read with its columns; the product saves the time. */
export const rowsRead = channel('institute:rows-read');

function asDeclared<C extends Columns>(columns: C, sql: string, rows: object[]): Row<C>[] {
  if (rowsRead.hasSubscribers) rowsRead.publish({ columns, sql, rows });
  return rows as Row<C>[];
}

/** SQL has `?` for each value. It is part of the transaction of `em`. */
export const readRows =
  <C extends Columns>(em: Pick<EntityManager, 'execute'>, columns: C) =>
  async (sql: string, values: readonly unknown[] = []): Promise<Row<C>[]> =>
    asDeclared(columns, sql, await em.execute<object[]>(sql, [...values]));

export const listIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** The whole number that a statement gives under one name, such as a count. 0 without a row. */
export const readNumber =
  (em: Pick<EntityManager, 'execute'>, name: string) =>
  async (sql: string, values: readonly unknown[] = []): Promise<number> => {
    const [row] = await readRows(em, { [name]: int })(sql, values);
    return row?.[name] ?? 0;
  };

/** Each connection plans the text once, under the name. */
export type PreparedStatement = { name: string; text: string };

/** `sql` has `?` for each value. Keep the result where the same text is read again. */
export function prepareStatement(sql: string): PreparedStatement {
  let place = 0;
  const text = sql.replaceAll('?', () => `$${++place}`);
  return { name: hash('sha1', text), text };
}

/** Uses a connection of its own, so it cannot be part of a transaction. */
export const readPrepared =
  <C extends Columns>(em: EntityManager, columns: C) =>
  async ({ name, text }: PreparedStatement, values: readonly unknown[] = []): Promise<Row<C>[]> => {
    if (em.isInTransaction()) throw new Error('A prepared statement is not part of the transaction');
    const pool = await em.getConnection('write').getNativeClient();
    const { rows } = await pool.query<object>({ name, text, values: [...values] });
    return asDeclared(columns, text, rows);
  };
