import type { Opt } from '@mikro-orm/core';

/** Without the mark of a column that has a default. */
type JsonValue<Value> = Value extends Date ? string : Value extends Opt<infer Plain> ? Plain : Value;

/** The value as in JSON: a time as text, and null for a missing value. */
export const toShownValue = (value: unknown) =>
  value instanceof Date ? value.toISOString() : (value ?? null);

/** The fields of a row that leave the server; others never do. */
export const pickFields = <Row extends object, Field extends keyof Row>(row: Row, ...fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field, toShownValue(row[field])])) as {
    [F in Field]-?:
      | JsonValue<NonNullable<Row[F]>>
      | (undefined extends Row[F] ? null : Extract<Row[F], null>);
  };
