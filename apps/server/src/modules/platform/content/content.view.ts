import type { EntitySchema } from '@mikro-orm/core';
import type * as z from 'zod';
import { pickFields, toJsonShownValue } from '../../../database/shown-fields.ts';

export const toStoredView = (row: { id: number; createdAt: Date; updatedAt: Date }) =>
  pickFields(row, 'id', 'createdAt', 'updatedAt');

/** A schema of the contract whose fields can be listed. */
export type ViewSchema<View> = z.ZodType<View> & { shape: z.ZodRawShape };

type NullableField<View> = { [Field in keyof View]: null extends View[Field] ? Field : never }[keyof View];
type RowValue<Value> = Value extends string ? Value | Date : Value;

/** A row from which a view can be made. A string of the view may be a Date in the row, and null may be undefined. */
export type RowForView<View> = {
  [Field in Exclude<keyof View, NullableField<View>>]: RowValue<View[Field]>;
} & {
  [Field in NullableField<View>]?: RowValue<View[Field]> | undefined;
};

export interface ContentView<Row, View> {
  columns: readonly (keyof Row & string)[];
  view(row: Row): View;
}

export interface ComputedFields<Row, Fields> {
  reads: readonly (keyof Row & string)[];
  compute(row: Row): Fields;
}

/**
 * Declares the fields of a card that are computed from columns. `compute` gets only the columns in `reads`. The
 * entity is needed for its types.
 */
export const declareComputedFields = <Row, const Column extends keyof Row & string, Fields>(
  _entity: EntitySchema<Row>,
  reads: readonly Column[],
  compute: (row: Pick<Row, Column>) => Fields,
): ComputedFields<Row, Fields> => ({ reads, compute });

/** Only the fields of the schema leave the server. `computed` adds fields that are not columns. */
export function makeView<Row extends object, View>(
  { meta }: EntitySchema<Row>,
  { shape }: ViewSchema<View>,
  computed: (row: Row) => Partial<View> = () => ({}),
  reads: readonly (keyof Row & string)[] = [],
): ContentView<Row, View> {
  const properties: Record<string, { lazy?: boolean }> = meta.properties;
  const viewFields = Object.keys(shape).filter((field) => properties[field] && !properties[field].lazy);
  return {
    columns: [...new Set([...viewFields, ...reads])] as (keyof Row & string)[],
    view: (row) => {
      const shownView: Record<string, unknown> = {};
      for (const viewField of viewFields)
        shownView[viewField] = toJsonShownValue(row[viewField as keyof Row]);
      return Object.assign(shownView, computed(row)) as View;
    },
  };
}
