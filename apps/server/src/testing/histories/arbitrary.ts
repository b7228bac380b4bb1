import fc from 'fast-check';
import type * as z from 'zod';
import { hostileTexts } from '../files/hostile-texts.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const hostileText = fc.oneof(
  // PostgreSQL stores no NUL, so a field without a rule fails in the database
  { arbitrary: fc.constant('a\0b'), weight: 1 },
  { arbitrary: fc.constantFrom(...hostileTexts), weight: 4 },
);

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e308,
    -1e308,
    '',
    ' ',
    '2026-02-30',
    [],
    {},
    [[]],
    [null],
    { $ne: null },
    { length: 1 },
    { toString: 1 },
    ['a', 'b'],
  ),
  hostileText,
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Rows with these ids exist. */
const smallCount = fc.integer({ min: 1, max: 3 });

const makeAnyText = (schema: JsonSchema): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: makeValidText(schema), weight: 20 }, { arbitrary: hostileText, weight: 1 });

function makeValidText({
  pattern,
  minLength = 0,
  maxLength = 200,
  format,
}: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress().map((email) => email.slice(0, 250));
  if (format === 'date')
    return fc
      .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') })
      .map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString());
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern));
    } catch {
      // Fast-check supports no lookahead; the pattern of phone numbers has one.
      return fc.integer({ min: 700_000_000, max: 799_999_999 }).map((digits) => `0${digits}`);
    }
  }
  const length = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, 400)) };
  return fc.oneof(
    fc.string({ ...length, unit: 'grapheme' }).map((text) => text.slice(0, maxLength)),
    fc.string(length),
    fc
      .constantFrom('/images/a.jpg', 'https://example.org/a', 'Ann', '<b>x</b>', '100%')
      .map((text) => text.padEnd(minLength, 'a')),
  );
}

/** Mostly valid: rules between fields are not part of the schema. */
function makeValid(schema: JsonSchema, name = '', root: JsonSchema = schema): fc.Arbitrary<unknown> {
  const { $ref, enum: words, const: only, anyOf, oneOf, allOf, type } = schema;
  if ($ref !== undefined) {
    const definition = root.$defs?.[$ref.replace('#/$defs/', '')];
    return definition ? makeValid(definition, name, root) : anyValue;
  }
  if (words) return fc.constantFrom<unknown[]>(...words);
  if (only !== undefined) return fc.constant(only);
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => makeValid(choice as JsonSchema, name, root)));
  if (allOf) return makeValid(Object.assign({}, schema, ...allOf, { allOf: undefined }), name, root);
  if (type === 'string') return makeAnyText(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer' || type === 'number') {
    const min = schema.minimum ?? 0;
    const max = schema.maximum ?? 1000;
    const any = fc.integer({
      min: Math.ceil(min),
      max: Math.max(Math.ceil(min), Math.floor(Math.min(max, 2 ** 40))),
    });
    return /id$/i.test(name) ? fc.oneof({ arbitrary: smallCount, weight: 9 }, any) : any;
  }
  if (type === 'array') {
    const minLength = schema.minItems ?? 0;
    const most = schema.maxItems ?? 5;
    return fc.array(makeValid((schema.items ?? {}) as JsonSchema, name, root), {
      minLength,
      maxLength: Math.max(minLength, Math.min(most, 5)),
    });
  }
  if (type === 'object') return fc.record(makeAnyFields(schema, root, makeValid), listRequiredKeys(schema));
  return anyValue;
}

type Make = (schema: JsonSchema, name: string, root: JsonSchema) => fc.Arbitrary<unknown>;

const makeAnyFields = ({ properties = {} }: JsonSchema, root: JsonSchema, make: Make) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, rules]) => [name, make(rules as JsonSchema, name, root)]),
  );

const listRequiredKeys = ({ properties = {}, required = [] }: JsonSchema) => ({
  requiredKeys: required.filter((name) => name in properties),
});

export function makeAny(schema: JsonSchema): fc.Arbitrary<unknown> {
  const valid = makeValid(schema);
  if (schema.type !== 'object') return fc.oneof({ arbitrary: valid, weight: 2 }, anyValue);
  const makeBroken: Make = (rules, name, root) =>
    fc.oneof({ arbitrary: makeValid(rules, name, root), weight: 5 }, { arbitrary: anyValue, weight: 1 });
  const texts = Object.entries(schema.properties ?? {}).flatMap(([name, rules]) =>
    (rules as JsonSchema).type === 'string' ? [name] : [],
  );
  // The other fields are valid, so that the text gets further than the first check
  const withHostile =
    texts.length === 0
      ? valid
      : fc
          .tuple(valid, fc.constantFrom(...texts), hostileText)
          .map(([fields, name, text]) => ({ ...(fields as object), [name]: text }));
  return fc.oneof(
    { arbitrary: withHostile, weight: 6 },
    { arbitrary: valid, weight: 4 },
    { arbitrary: fc.record(makeAnyFields(schema, schema, makeBroken), { requiredKeys: [] }), weight: 3 },
    { arbitrary: fc.record(makeAnyFields(schema, schema, makeBroken), listRequiredKeys(schema)), weight: 3 },
    { arbitrary: anyValue, weight: 1 },
  );
}
