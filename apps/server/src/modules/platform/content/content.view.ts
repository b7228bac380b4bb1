import type { EntitySchema } from '@mikro-orm/core';
import type * as z from 'zod';
import { pickFields, toShownValue } from '../../../database/shown-fields.ts';

export const toStoredView = (row: { id: number; createdAt: Date; updatedAt: Date }) =>
  pickFields(row, 'id', 'createdAt', 'updatedAt');

/** A schema of the contract whose fields can be listed. */
export type ViewSchema<View> = z.ZodType<View> & { shape: z.ZodRawShape };

type Nullable<View> = { [Field in keyof View]: null extends View[Field] ? Field : never }[keyof View];
type RowValue<Value> = Value extends string ? Value | Date : Value;

/** A row from which a view can be made: texts may be times, and null may be undefined. */
export type RowOf<View> = { [Field in Exclude<keyof View, Nullable<View>>]: RowValue<View[Field]> } & {
  [Field in Nullable<View>]?: RowValue<View[Field]> | undefined;
};

export interface ContentView<Row, View> {
  columns: readonly (keyof Row & string)[];
  view(row: Row): View;
}

export interface ComputedFields<Row, Fields> {
  reads: readonly (keyof Row & string)[];
  compute(row: Row): Fields;
}

/** Fields of a card that are made of columns. `compute` gets only those that `reads` names. The entity gives their types. */
export const computeFrom = <Row, const Column extends keyof Row & string, Fields>(
  _entity: EntitySchema<Row>,
  reads: readonly Column[],
  compute: (row: Pick<Row, Column>) => Fields,
): ComputedFields<Row, Fields> => ({ reads, compute });

/** The schema is the list of the fields that leave the server. `computed` adds those that are no columns. */
export function makeView<Row extends object, View>(
  { meta }: EntitySchema<Row>,
  { shape }: ViewSchema<View>,
  computed: (row: Row) => Partial<View> = () => ({}),
  reads: readonly (keyof Row & string)[] = [],
): ContentView<Row, View> {
  const properties: Record<string, { lazy?: boolean }> = meta.properties;
  const fields = Object.keys(shape).filter((field) => properties[field] && !properties[field].lazy);
  return {
    columns: [...new Set([...fields, ...reads])] as (keyof Row & string)[],
    view: (row) => {
      const view: Record<string, unknown> = {};
      for (const field of fields) view[field] = toShownValue(row[field as keyof Row]);
      return Object.assign(view, computed(row)) as View;
    },
  };
}
