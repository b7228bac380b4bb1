import * as z from 'zod';
import { parameterWords } from './openapi-words.ts';

export type Json = { [key: string]: unknown };

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Json;
  example?: unknown;
}

/** The named schemas of the document, by name. */
export type Schemas = Map<string, Json>;

export const json = (schema: Json, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

/** Stores a schema under a name, and refers to it. */
export function named(schemas: Schemas, name: string, schema: Json): Json {
  schemas.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

/** Converts a schema to JSON Schema. Named parts go to the components. */
export function schemaOf(schemas: Schemas, schema: unknown, io: 'input' | 'output'): Json {
  // a named schema becomes a reference inside properties too
  const holder = z.object({ it: schema as z.ZodType });
  const { properties, $defs = {} } = referring(
    z.toJSONSchema(holder, { io, unrepresentable: 'any', override: plain }),
  ) as {
    properties: { it: Json };
    $defs?: Record<string, Json>;
  };
  for (const [name, { id: _, ...definition }] of Object.entries($defs)) schemas.set(name, definition);
  return properties.it;
}

/** Leaves out `additionalProperties`, since answers may get new fields, and the bounds that every number has. */
const plain = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

const referring = (schema: object): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** The schema of a success. A list is named after its items: `ProgramList`. */
export function answerSchemaOf(schemas: Schemas, schema: unknown): Json {
  const answer = schemaOf(schemas, schema, 'output');
  const { data, meta } = (answer.properties ?? {}) as Record<string, Json | undefined>;
  const item = nameIn(data?.items);
  if (!item || !meta) return answer;
  const hasCursor = 'nextCursor' in (meta.properties as Json);
  const properties = { data, meta: named(schemas, hasCursor ? 'CursorMeta' : 'PageMeta', meta) };
  return named(schemas, `${item}List`, { ...answer, properties });
}

/** The name of the entity that an answer holds. */
export const entityIn = ({ properties }: Json): string | undefined =>
  nameIn((properties as { data?: unknown } | undefined)?.data);

function nameIn(schema: unknown): string | undefined {
  const { $ref } = (schema ?? {}) as { $ref?: string };
  return $ref?.slice($ref.lastIndexOf('/') + 1);
}

export function parametersOf(schemas: Schemas, place: Parameter['in'], schema: unknown): Parameter[] {
  if (!(schema instanceof z.ZodType)) return [];
  // the input schema knows what is optional, the output schema the type of a number
  const { required = [] } = schemaOf(schemas, schema, 'input') as { required?: string[] };
  const { properties = {} } = schemaOf(schemas, schema, 'output') as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([key, its]) => {
    const name = place === 'header' ? key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : key;
    const isRequired = place === 'path' || required.includes(key);
    return { name, in: place, required: isRequired, schema: its, ...parameterWords[name] };
  });
}
