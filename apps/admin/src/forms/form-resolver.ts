import { toNestErrors } from '@hookform/resolvers';
import { zodResolver } from '@hookform/resolvers/zod';
import type { DefaultValues, FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod';

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  Number.isNaN(value) ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** An empty field of any kind says that it is required. */
export function formResolver<Values extends FieldValues, Input>(
  schema: z.ZodType<Input, Values>,
): Resolver<Values, unknown, Input> {
  const check = zodResolver(schema as never) as unknown as Resolver<Values, unknown, Input>;
  return async (values, context, options) => {
    const answer = await check(values, context, options);
    nameEmpty(answer.errors, values);
    return answer;
  };
}

/** Of fields that are not yet what is sent. A mistake stands at the field that has the first name of its path. */
export const inputResolver =
  <Values extends FieldValues, Input>(
    schema: z.ZodType<Input>,
    toInput: (values: Values) => object,
  ): Resolver<Values, unknown, Input> =>
  async (values, _, options) => {
    const input = toInput(values);
    const { success, data, error } = await schema.safeParseAsync(input);
    if (success) return { values: data, errors: {} };
    const mistakes = error.issues.map(({ path: [name], message }) => [name, { type: 'custom', message }]);
    const errors: FieldErrors = Object.fromEntries(mistakes.reverse());
    nameEmpty(errors, input);
    return { values: {}, errors: toNestErrors(errors, options) };
  };

/** The form of a schema. A field without a default is an empty text. */
export const makeForm = <Values extends FieldValues, Input>(
  schema: z.ZodType<Input, Values> & { shape: object },
  defaults: () => DefaultValues<Values>,
) => ({
  resolver: formResolver(schema),
  valuesOf: (row: object | null) => {
    const blank = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, '']));
    const empty: Record<string, unknown> = { ...blank, ...defaults() };
    const stored = { ...row } as Record<string, unknown>;
    const values = Object.entries(empty).map(([name, value]) => [name, stored[name] ?? value]);
    return Object.fromEntries(values) as DefaultValues<Values>;
  },
});

/** Errors have the shape of the values. */
function nameEmpty(errors: object, values: unknown): void {
  for (const [name, error] of Object.entries(errors)) {
    if (typeof error !== 'object' || error === null || name === 'ref') continue;
    const value = (values as Record<string, unknown> | null | undefined)?.[name];
    if (typeof error.message === 'string') {
      if (isEmpty(value)) error.message = 'This is required';
    } else nameEmpty(error, value);
  }
}
