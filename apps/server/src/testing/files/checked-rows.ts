import { createRequire } from 'node:module';
import type pg from 'pg';
import * as z from 'zod';
import { type ColumnTypes, rowsReadChannel } from '../../sql.ts';

interface RowsRead {
  columns: ColumnTypes;
  sql: string;
  rows: object[];
}

/** MikroORM brings its own copy of the driver. */
const { Result } = createRequire(import.meta.resolve('@mikro-orm/postgresql'))('pg') as {
  Result: { prototype: { rows: object[]; addFields(fields: pg.FieldDef[]): void } };
};

/** Columns as PostgreSQL describes them, also for answers without rows. */
const fieldsOf = new WeakMap<object[], pg.FieldDef[]>();
const { addFields } = Result.prototype;
Result.prototype.addFields = function (fields) {
  fieldsOf.set(this.rows, fields);
  return Reflect.apply(addFields, this, [fields]);
};

const int2 = 21;
const int4 = 23;
const float4 = 700;
const float8 = 701;
const bool = 16;
const json = 114;
const jsonb = 3802;
/** Types that the driver returns as text: int8, numeric, dates and times too. */
const texts = [18, 19, 20, 25, 1042, 1043, 1082, 1114, 1184, 1700, 2950];
const boolArray = 1000;
const int2Array = 1005;
const int4Array = 1007;
const float8Array = 1022;
const textArray = 1009;
const varcharArray = 1015;
const arrays = [boolArray, int2Array, int4Array, float8Array, textArray, varcharArray];

const typesOf: Partial<Record<z.core.$ZodTypeDef['type'], readonly number[]>> = {
  number: [int2, int4, float4, float8],
  string: texts,
  enum: texts,
  boolean: [bool],
  array: [...arrays, json, jsonb],
  object: [json, jsonb],
  record: [json, jsonb],
};

const removeNull = (type: z.ZodType): z.ZodType =>
  type instanceof z.ZodNullable ? removeNull(type.unwrap() as z.ZodType) : type;

/** Finds wrong names and types of columns, and wrong values. */
function findFaults({ columns, rows, sql }: RowsRead): string[] {
  const fields = fieldsOf.get(rows) ?? [];
  const given = fields.map(({ name }) => name).sort();
  const names = Object.keys(columns).sort();
  const faults = [
    ...(given.join() === names.join() ? [] : [`declares ${names} and reads ${given}`]),
    ...fields.flatMap(({ name, dataTypeID }) => {
      const declared = columns[name] && removeNull(columns[name]).def.type;
      return declared && declared !== 'unknown' && !typesOf[declared]?.includes(dataTypeID)
        ? [`declares ${name} as ${declared} and reads type ${dataTypeID}`]
        : [];
    }),
    ...rows.flatMap((row) => {
      const { error } = z.strictObject(columns).safeParse(row);
      return error ? [z.prettifyError(error)] : [];
    }),
  ];
  return faults.map((fault) => `${fault}\nin ${sql}`);
}

const found: string[] = [];
rowsReadChannel.subscribe((message) => {
  const faults = findFaults(message as RowsRead);
  if (found.length < 20) found.push(...faults);
});

/** Faults found since the last call. */
export const drainFaults = (): string[] => found.splice(0);
