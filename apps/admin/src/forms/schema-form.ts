import { toNestErrors } from '@hookform/resolvers';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod';

/** Values of the fields while somebody types: each may be empty. */
export type TypedValues<Input> = { [Name in keyof Input]: TypedField<Input[Name]> };
type TypedField<Value> = Value extends boolean | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? TypedValues<Item>[]
    : Value | '' | null;
export type FormValues<Schema extends z.ZodType> = TypedValues<Schema['_zod']['input']>;

type KeysOf<T> = T extends unknown ? keyof T : never;
/** A spread may not hide a name that the input does not have. */
type ExactInput<Given, Input> = Given & Record<Exclude<keyof Given, KeysOf<Input>>, never>;

/** The form of a schema. Where its fields are not yet the input, `toInput` makes it of them. */
export function useSchemaForm<Input extends object, Output>(
  schema: z.ZodType<Output, Input>,
  defaults: NoInfer<TypedValues<Input>>,
): SchemaForm<TypedValues<Input>, Output>;
export function useSchemaForm<Input, Output, Values extends FieldValues, Given extends TypedValues<Input>>(
  schema: z.ZodType<Output, Input>,
  defaults: NoInfer<Values>,
  toInput: (values: Values) => ExactInput<Given, Input>,
): SchemaForm<Values, Output>;
export function useSchemaForm<Output, Values extends FieldValues>(
  schema: z.ZodType<Output>,
  defaults: Values,
  toInput?: (values: Values) => object,
) {
  return useForm<Values, unknown, Output>({
    resolver: makeSchemaResolver(schema, toInput),
    defaultValues: defaults as DefaultValues<Values>,
  });
}
type SchemaForm<Values extends FieldValues, Output> = ReturnType<typeof useForm<Values, unknown, Output>>;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  Number.isNaN(value) ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * An empty field of any kind says that it is required. A mistake in the result of `toInput` is shown at the field that
 * has the first name of its path.
 */
export const makeSchemaResolver =
  <Values extends FieldValues, Output>(
    schema: z.ZodType<Output>,
    toInput?: (values: Values) => object,
  ): Resolver<Values, unknown, Output> =>
  async (values, _, options) => {
    const input = toInput ? toInput(values) : values;
    const { success, data, error } = await schema.safeParseAsync(input);
    if (success) return { values: data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of error.issues) {
      const name = (toInput ? path.slice(0, 1) : path).join('.');
      const isMissing = name !== '' && isEmpty(get(input, name));
      errors[name] ??= { type: 'custom', message: isMissing ? 'This is required' : message };
    }
    return { values: {}, errors: toNestErrors(errors, options) };
  };

/** The form of content. A field without a default is an empty text. */
export const makeForm = <Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input> & { shape: object },
  defaults: () => DefaultValues<Input>,
) => ({
  schema,
  valuesOf: (row: object | null) => {
    const blank = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, '']));
    const empty: Record<string, unknown> = { ...blank, ...defaults() };
    const stored = { ...row } as Record<string, unknown>;
    const values = Object.entries(empty).map(([name, value]) => [name, stored[name] ?? value]);
    return Object.fromEntries(values) as TypedValues<Input>;
  },
});
