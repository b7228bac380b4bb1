import { contract, type RouteRules, uploadAnswer } from '@institute/contract';
import { type ErrorStatus, errorStatus } from '@institute/contract/errors';
import { type AppRoute, isAppRoute } from '@ts-rest/core';
import * as z from 'zod';

export type Json = { [key: string]: unknown };

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, Json>;
}
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Json;
}
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json>; securitySchemes: Json };
}

let built: OpenApi | undefined;

/** The REST API as OpenAPI 3.1, derived from the contract. */
export function openApi(): OpenApi {
  built ??= build();
  return built;
}

function build(): OpenApi {
  const schemas = new Map<string, Json>();
  const failures = Object.values(errorStatus);
  const paths: OpenApi['paths'] = {};
  const add = (path: string, method: string, operation: Operation) => {
    const address = path.replace(/:(\w+)/g, '{$1}');
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation };
  };
  for (const [tag, routes] of Object.entries(contract)) {
    for (const [name, route] of Object.entries(routes)) {
      if (isAppRoute(route)) add(route.path, route.method, operationOf(schemas, tag, name, route));
    }
  }
  add('/uploads/:cloud/image/upload', 'POST', uploadOperation(schemas));
  const error = schemaOf(schemas, contract.reference.get.responses[400], 'output');

  return {
    openapi: '3.1.0',
    info: {
      title: 'Institute API',
      version: '1',
      description:
        'Success is `{data}`, of a list `{data, meta}`; every failure is the same envelope `{error}`. Reads carry an `ETag`.',
    },
    paths,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => a.localeCompare(b))),
      responses: Object.fromEntries(
        failures.map((status) => [failureName(status), failureOf(status, error)]),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a session, or the API key of another program (`ik_…`)',
        },
      },
    },
  };
}

function operationOf(schemas: Map<string, Json>, tag: string, name: string, route: AppRoute): Operation {
  const { access } = route.metadata as RouteRules;
  const headers = parametersOf(schemas, 'header', route.headers);
  const body = 'body' in route && route.body instanceof z.ZodType && !(route.body instanceof z.ZodUnknown);
  const successes = Object.entries(route.responses).filter(([status]) => Number(status) < 300);
  return {
    operationId: `${tag}.${name}`,
    summary: route.summary ?? '',
    ...descriptionOf(route),
    tags: [tag],
    // signed-in callers see more
    security: access === 'bearer' ? [{ bearer: [] }] : route.method === 'GET' ? [{}, { bearer: [] }] : [],
    parameters: [
      ...parametersOf(schemas, 'path', route.pathParams),
      ...parametersOf(schemas, 'query', route.query),
      ...headers,
    ],
    ...(body && {
      requestBody: { required: true, content: json(schemaOf(schemas, route.body, 'input')) },
    }),
    responses: {
      ...Object.fromEntries(
        successes.map(([status, schema]) => [
          status,
          {
            description: 'Done',
            ...(headers.some(({ name }) => name === 'Idempotency-Key') && { headers: replayHeader }),
            content: json(schemaOf(schemas, schema, 'output')),
          },
        ]),
      ),
      ...(route.method === 'GET' && {
        304: { description: 'Not changed since the `ETag` in `If-None-Match`' },
      }),
      ...failuresOf(failuresAfter(route, headers)),
    },
  };
}

const keyNeeds = (scope: string) => `An API key needs the scope \`${scope}\`.`;

function descriptionOf({ metadata }: AppRoute): Pick<Operation, 'description'> {
  const { scope } = metadata as RouteRules;
  if (!scope) return {};
  return { description: scope === 'none' ? 'Not with an API key.' : keyNeeds(scope) };
}

const replayHeader = {
  'Idempotency-Replayed': {
    description: 'This is the answer to an earlier call with the same `Idempotency-Key`',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** Uploads follow the hosting provider's API and are not part of `/api/v1`. */
function uploadOperation(schemas: Map<string, Json>): Operation {
  const form = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' }, upload_preset: { type: 'string' } },
    required: ['file'],
  };
  return {
    operationId: 'uploads.create',
    summary: 'Store a picture: JPEG, PNG, WebP, AVIF or GIF up to 10 MB and 50 megapixels',
    tags: ['uploads'],
    description: keyNeeds('content:write'),
    security: [{ bearer: [] }],
    parameters: [{ name: 'cloud', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
    responses: {
      200: { description: 'Done', content: json(schemaOf(schemas, uploadAnswer, 'output')) },
      ...failuresOf([400, 401, 413, 415, 421, 500, 503]),
    },
  };
}

const json = (schema: Json) => ({ 'application/json': { schema } });

/** Converts a schema to JSON Schema. Named parts go to the components. */
function schemaOf(schemas: Map<string, Json>, schema: unknown, io: 'input' | 'output'): Json {
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

function parametersOf(schemas: Map<string, Json>, place: Parameter['in'], schema: unknown): Parameter[] {
  if (!(schema instanceof z.ZodType)) return [];
  // the input schema knows what is optional, the output schema the type of a number
  const { required = [] } = schemaOf(schemas, schema, 'input') as { required?: string[] };
  const { properties = {} } = schemaOf(schemas, schema, 'output') as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, its]) => ({
    name: place === 'header' ? name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: its,
  }));
}

/** The errors that a call may answer. Only changes can be too large, collide or be rate-limited. */
function failuresAfter({ method, pathParams }: AppRoute, headers: Parameter[]): ErrorStatus[] {
  const ofReads: ErrorStatus[] = [400, 401, ...(pathParams ? [404 as const] : []), 421, 431, 500, 503];
  if (method === 'GET') return ofReads;
  const hasPrecondition = headers.some(({ name }) => name === 'If-Match');
  return [
    400,
    401,
    403,
    404,
    409,
    ...(hasPrecondition ? [412 as const] : []),
    413,
    415,
    421,
    429,
    431,
    500,
    503,
  ];
}

const codesOf = (status: ErrorStatus) =>
  Object.entries(errorStatus).flatMap(([code, its]) => (its === status ? [code] : []));
const failureName = (status: ErrorStatus) => `Failure${status}`;
const failureOf = (status: ErrorStatus, schema: Json) => ({
  description: codesOf(status).join(', '),
  content: json(schema),
});
const failuresOf = (statuses: ErrorStatus[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${failureName(status)}` }]),
  );
