import type { Opt } from '@mikro-orm/core';

/** The type of a value without MikroORM's mark for columns with a default. */
type JsonValue<Value> = Value extends Date ? string : Value extends Opt<infer Plain> ? Plain : Value;

/** Converts a value to what JSON shows: a time becomes text, and a missing value becomes null. */
export const toJsonShownValue = (value: unknown) =>
  value instanceof Date ? value.toISOString() : (value ?? null);

/** Picks the fields of a row that may leave the server. */
export const pickFields = <Row extends object, Field extends keyof Row>(row: Row, ...fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field, toJsonShownValue(row[field])])) as {
    [F in Field]-?:
      | JsonValue<NonNullable<Row[F]>>
      | (undefined extends Row[F] ? null : Extract<Row[F], null>);
  };
