import type { JsonSchema } from './arbitrary.ts';

type Path = readonly (string | number)[];

/** Where a JSON Schema takes any text: `['faq', 0, 'answer']`. */
export function textParameters(schema: JsonSchema, root: JsonSchema = schema): Path[] {
  if (schema.$ref !== undefined) {
    const definition = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    return definition ? textParameters(definition, root) : [];
  }
  const inside = (step: string | number, inner: unknown) =>
    textParameters(inner as JsonSchema, root).map((path) => [step, ...path]);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...(schema.type === 'string' ? [[]] : []),
    ...choices.flatMap((choice) => textParameters(choice as JsonSchema, root)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => inside(name, inner)),
    ...(schema.items === undefined ? [] : inside(0, schema.items)),
  ];
}

/** A copy of `value` with `text` at `path`. */
export function withText(value: unknown, [step, ...rest]: Path, text: string): unknown {
  if (step === undefined) return text;
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[step] = withText(list[step], rest, text);
    return list;
  }
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { ...fields, [step]: withText(fields[step], rest, text) };
}
