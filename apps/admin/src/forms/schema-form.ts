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
export type FormFieldValues<Input> = { [Name in keyof Input]: TypedField<Input[Name]> };
type TypedField<Value> = Value extends boolean | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? FormFieldValues<Item>[]
    : Value | '' | null;
export type FormValues<Schema extends z.ZodType> = FormFieldValues<Schema['_zod']['input']>;

type KeysOfUnion<T> = T extends unknown ? keyof T : never;
/** Makes a name that the input does not have a compile error, also when it comes from a spread. */
type ExactInput<Given, Input> = Given & Record<Exclude<keyof Given, KeysOfUnion<Input>>, never>;

/**
 * Makes the form of a schema. When the form's values differ from the input of the schema, `toInput` converts
 * them.
 */
export function useSchemaForm<Input extends object, Output>(
  schema: z.ZodType<Output, Input>,
  defaults: NoInfer<FormFieldValues<Input>>,
): SchemaForm<FormFieldValues<Input>, Output>;
export function useSchemaForm<
  Input,
  Output,
  Values extends FieldValues,
  Given extends FormFieldValues<Input>,
>(
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

const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  Number.isNaN(value) ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * Validates the form. An empty required field gets a message that it is required. A fault in the result of
 * `toInput` is shown at the field with the first name of the fault's path.
 */
export const makeSchemaResolver =
  <Values extends FieldValues, Output>(
    schema: z.ZodType<Output>,
    toInput?: (values: Values) => object,
  ): Resolver<Values, unknown, Output> =>
  async (values, _, options) => {
    const schemaInput = toInput ? toInput(values) : values;
    const { success, data, error } = await schema.safeParseAsync(schemaInput);
    if (success) return { values: data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of error.issues) {
      const fieldName = (toInput ? path.slice(0, 1) : path).join('.');
      const isValueMissing = fieldName !== '' && isEmptyValue(get(schemaInput, fieldName));
      errors[fieldName] ??= { type: 'custom', message: isValueMissing ? 'This is required' : message };
    }
    return { values: {}, errors: toNestErrors(errors, options) };
  };

/** The form of content. A field without a default is an empty text. */
export const makeFormDefinition = <Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input> & { shape: object },
  defaults: () => DefaultValues<Input>,
) => ({
  schema,
  valuesOf: (row: object | null) => {
    const blankValues = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, '']));
    const emptyValues: Record<string, unknown> = { ...blankValues, ...defaults() };
    const storedValues = { ...row } as Record<string, unknown>;
    const initialValues = Object.entries(emptyValues).map(([name, value]) => [
      name,
      storedValues[name] ?? value,
    ]);
    return Object.fromEntries(initialValues) as FormFieldValues<Input>;
  },
});
