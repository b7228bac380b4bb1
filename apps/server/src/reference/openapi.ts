import {
  commonResponses,
  contract,
  makeWebhookBody,
  type RouteRules,
  routeGroupDescriptions,
  scopeDescriptions,
  uploadRoutes,
  type WebhookType,
  webhookAnswers,
  webhookData,
  webhookHeaders,
} from '@institute/contract';
import { type AppRoute, isAppRoute } from '@ts-rest/core';
import * as z from 'zod';

export type JsonObject = { [key: string]: unknown };
type MediaContent = Record<string, { schema: JsonObject; example?: unknown }>;
export type OpenApiParameter = ReturnType<typeof toParameters>[number];
export type OpenApiOperation = ReturnType<typeof toOperation>;
export type OpenApi = ReturnType<typeof buildOpenApi>;

type SchemasByName = Map<string, JsonObject>;
type OpenApiSchema = JsonObject & {
  properties?: Record<string, JsonObject>;
  required?: string[];
  items?: JsonObject;
  anyOf?: JsonObject[];
};

let builtOpenApiDocument: OpenApi | undefined;

export function openApi(): OpenApi {
  // Leaves out the examples of schemas, because the calls have them now
  const openApiText = () =>
    JSON.stringify(buildOpenApi(), (key, value) => (key === 'examples' ? undefined : value));
  builtOpenApiDocument ??= JSON.parse(
    openApiText().replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as OpenApi;
  return builtOpenApiDocument;
}

function buildOpenApi() {
  const schemasByName: SchemasByName = new Map();
  const operationsByPath: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [tag, routes] of Object.entries({ ...contract, uploads: uploadRoutes })) {
    for (const [name, route] of Object.entries(routes)) {
      if (!isAppRoute(route)) continue;
      const pathWithBraces = route.path.replace(/:(\w+)/g, '{$1}');
      operationsByPath[pathWithBraces] ??= {};
      operationsByPath[pathWithBraces][route.method.toLowerCase()] = toOperation(
        schemasByName,
        tag,
        name,
        route,
      );
    }
  }
  const webhookEventTypes = Object.keys(webhookData) as WebhookType[];
  const webhooks = Object.fromEntries(
    webhookEventTypes.map((type) => [type, { post: toWebhookOperation(schemasByName, type) }]),
  );
  const failureResponses: Record<string, JsonObject> = {};
  for (const [status, failure] of Object.entries(commonResponses)) {
    if (status !== '405')
      failureResponses[`Failure${status}`] = toFailureResponse(schemasByName, Number(status), failure);
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Institute API',
      version: '1',
      description:
        'Success is `{data}`, of a list `{data, meta}`; every failure is the same envelope `{error}`. Reads carry an `ETag`. Calls whose security is empty or `{}` are open to visitors; `x-api-key-scope` is the scope that an API key needs for a call, or `none` for calls that no key may make. A method that a path does not have is answered 405 `METHOD_NOT_ALLOWED`, with the header `Allow`; a request that does not arrive in time is answered 408 with `VALIDATION_ERROR`. Scripts of pages of other origins may read public content; for anything else the operator of the site names their origin.',
      contact: { name: 'The office of the institute' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The site that serves this document' }],
    tags: Object.entries(routeGroupDescriptions).map(([name, description]) => ({ name, description })),
    paths: operationsByPath,
    webhooks,
    components: {
      schemas: Object.fromEntries([...schemasByName].sort(([a], [b]) => a.localeCompare(b))),
      responses: failureResponses,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of a session, or the API key of another program (`ik_…`). `x-scopes` are the scopes that a key may have.',
          'x-scopes': scopeDescriptions,
        },
        refreshCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-refresh_token',
          description: 'Set by signing in. Without https its name is `refresh_token`.',
        },
        documentsCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-documents',
          description:
            'Given for the reference and the phone number of an application. Without https its name is `documents`.',
        },
      },
    },
  };
}

const ifNoneMatchHeaderSchema = z.object({
  'if-none-match': z.string().optional().meta({
    description: 'The `ETag` of the answer that the caller has; 304 when nothing changed',
  }),
});

const failureStatusesOfAnyCall = [401, 403, 421, 429, 431, 500, 503];

function toOperation(schemas: SchemasByName, tag: string, name: string, route: AppRoute) {
  const routeRules = route.metadata as RouteRules;
  const isReadCall = route.method === 'GET';
  const queryParameters = 'query' in route && toParameters(schemas, 'query', route.query);
  const operationParameters = [
    ...toParameters(schemas, 'path', route.pathParams),
    ...(queryParameters || []),
    ...toParameters(schemas, 'header', route.headers),
    ...(isReadCall ? toParameters(schemas, 'header', ifNoneMatchHeaderSchema) : []),
  ];
  const hasHeader = (header: string) => operationParameters.some(({ name }) => name === header);
  const bodyType = 'contentType' in route ? route.contentType : undefined;
  const bodyContent =
    routeRules.takes === 'file'
      ? fileMediaContent
      : 'body' in route
        ? toMediaContent(schemas, route.body, 'input', bodyType)
        : {};
  const hasRequestBody =
    routeRules.takes === 'file' || Object.values(bodyContent).some(({ example }) => example !== undefined);
  const createsResource = 201 in route.responses;
  const answerHeaders = {
    ...requestIdHeader,
    ...((isReadCall ||
      (route.method === 'PUT' && !routeRules.ticket) ||
      (createsResource && routeRules.access === 'bearer')) &&
      etagHeader),
    ...(queryParameters && linkHeader),
    ...(createsResource && routeRules.scope !== 'none' && locationHeader),
    ...((routeRules.cookie === 'set' || routeRules.cookie === 'rotated') && cookieHeader),
    ...(routeRules.ticket === 'given' && ticketHeader),
    ...(hasHeader('Idempotency-Key') && replayedHeader),
  };
  const successResponses = Object.entries(route.responses).filter(([status]) => Number(status) < 300);
  const failureStatuses = [
    ...failureStatusesOfAnyCall,
    ...(!isReadCall || route.pathParams || queryParameters ? [400] : []),
    ...((routeRules.mayMiss ?? route.pathParams) ? [404] : []),
    ...(hasHeader('Idempotency-Key') || routeRules.mayCollide ? [409] : []),
    ...(hasHeader('If-Match') ? [412] : []),
    ...(isReadCall ? [] : [413, 415]),
  ];
  const responses: Record<string, JsonObject> = {
    ...Object.fromEntries(
      successResponses.map(([status, schema]) => [
        status,
        { description: 'Done', headers: answerHeaders, content: toMediaContent(schemas, schema, 'output') },
      ]),
    ),
    ...(isReadCall && notModifiedResponse),
    ...Object.fromEntries(
      failureStatuses.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
    ),
  };
  return {
    operationId: `${tag}.${name}`,
    summary: route.summary ?? '',
    description: [route.description, describeKeyNeeds(routeRules)].filter(Boolean).join(' '),
    tags: [tag],
    security: toSecurity(routeRules),
    'x-api-key-scope': routeRules.scope,
    parameters: operationParameters,
    requestBody: hasRequestBody ? { required: true, content: bodyContent } : undefined,
    responses,
  };
}

function toSecurity({ access, scope, cookie, ticket }: RouteRules): Record<string, string[]>[] {
  if (ticket === 'needed') return [{ documentsCookie: [] }];
  if (access === 'bearer') return [{ bearer: [] }];
  if (cookie === 'rotated') return [{ refreshCookie: [] }];
  // A sign-out succeeds also without a session
  if (cookie === 'ended') return [{}, { refreshCookie: [] }];
  // A caller may send a bearer, to see more or to have idempotency keys of its own
  return scope === 'none' ? [] : [{}, { bearer: [] }];
}

const describeKeyNeeds = ({ scope }: RouteRules) =>
  scope === 'none' ? 'Not with an API key.' : scope && `An API key needs the scope \`${scope}\`.`;

function toWebhookOperation(schemas: SchemasByName, type: WebhookType) {
  const { title = '', description = '' } = webhookData[type].meta() ?? {};
  const id = `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
  return {
    operationId: `webhooks.${type}`,
    summary: title,
    description,
    tags: ['webhooks'],
    security: [],
    parameters: toParameters(schemas, 'header', webhookHeaders),
    requestBody: {
      required: true,
      content: toMediaContent(schemas, makeWebhookBody(type).meta({ id }), 'output'),
    },
    responses: webhookAnswers,
  };
}

const makeHeader = (description: string, schema: JsonObject = { type: 'string' }) => ({
  description,
  schema,
});
const makeRequiredHeader = (description: string) => ({ ...makeHeader(description), required: true });
const requestIdHeader = { 'X-Request-Id': makeRequiredHeader('Names this call in the log of the site') };
const etagHeader = {
  ETag: makeRequiredHeader('Version of what was read, for `If-None-Match` and, of one item, `If-Match`'),
};
const locationHeader = { Location: makeRequiredHeader('Address of what was made, or where it is found') };
const linkHeader = {
  Link: makeHeader('Addresses of the next and the previous page: `rel="next"`, `rel="prev"`'),
};
const cookieHeader = { 'Set-Cookie': makeRequiredHeader('The refresh cookie, which scripts cannot read') };
const ticketHeader = {
  'Set-Cookie': makeRequiredHeader('The cookie of the ticket, which scripts cannot read'),
};
const fileMediaContent: MediaContent = Object.fromEntries(
  ['image/*', 'application/pdf', 'application/octet-stream'].map((type) => [
    type,
    { schema: { type: 'string', format: 'binary' } },
  ]),
);
const replayedHeader = {
  'Idempotency-Replayed': makeHeader(
    'This is the answer to an earlier call with the same `Idempotency-Key`',
    {
      type: 'string',
      enum: ['true'],
    },
  ),
};
const retryHeader = { 'Retry-After': makeHeader('Seconds to wait before the next try', { type: 'integer' }) };
const notModifiedResponse = {
  304: {
    description: 'Not changed since the `ETag` in `If-None-Match`',
    headers: { ...requestIdHeader, ...etagHeader },
  },
};

const toFailureResponse = (schemas: SchemasByName, status: number, failure: z.ZodType) => ({
  description: failure.meta()?.description,
  headers: {
    ...requestIdHeader,
    ...(status === 401 && { 'WWW-Authenticate': makeHeader('`Bearer`') }),
    ...((status === 429 || status === 503) && retryHeader),
  },
  content: toMediaContent(schemas, failure, 'output'),
});

function toParameters(schemas: SchemasByName, place: 'path' | 'query' | 'header', schema: unknown) {
  if (!(schema instanceof z.ZodType)) return [];
  // Only the input schema says what is optional, and only the output schema says the type of a number
  const { required = [] } = toOpenApiSchema(schemas, schema, 'input');
  const { properties = {} } = toOpenApiSchema(schemas, schema, 'output');
  return Object.entries(properties).map(([key, { description, examples, ...its }]) => ({
    name: place === 'header' ? key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : key,
    in: place,
    required: place === 'path' || required.includes(key),
    schema: its,
    description: description as string,
    example: (examples as unknown[] | undefined)?.[0],
  }));
}

function toMediaContent(
  schemas: SchemasByName,
  given: unknown,
  io: 'input' | 'output',
  type = 'application/json',
): MediaContent {
  const { title, ...schema } = toOpenApiSchema(schemas, given, io);
  // The example comes from the schema's metadata, because JSON Schema has none for an input that is transformed
  const { examples } = (given as z.ZodType).meta() ?? {};
  const mediaExample = findExample(schemas, { ...schema, examples });
  if (title) schemas.set(String(title), schema);
  return { [type]: { schema: title ? { $ref: `#/$defs/${title}` } : schema, example: mediaExample } };
}

function toOpenApiSchema(schemas: SchemasByName, schema: unknown, io: 'input' | 'output'): OpenApiSchema {
  // A named schema becomes a reference only inside properties, so the schema is put into an object
  const objectHoldingSchema = z.object({ it: schema as z.ZodType });
  const convertedSchema = z.toJSONSchema(objectHoldingSchema, {
    io,
    unrepresentable: 'any',
    override: dropSchemaDefaults,
  });
  const { properties, $defs = {} } = convertedSchema as {
    [key in 'properties' | '$defs']?: Record<string, OpenApiSchema>;
  };
  for (const [name, { id: _, ...definition }] of Object.entries($defs ?? {})) schemas.set(name, definition);
  return properties?.it as OpenApiSchema;
}

/** Removes `additionalProperties`, because answers may get new fields, and the bounds that every number has. */
const dropSchemaDefaults = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

const exampleByType: JsonObject = {
  string: 'Text',
  integer: 1,
  number: 1,
  boolean: false,
  date: '2026-01-05',
  'date-time': '2026-01-05T08:30:00.000Z',
};

/** Finds the example of a schema. Required fields that it lacks get the examples of their own schemas. */
function findExample(schemas: SchemasByName, schema: OpenApiSchema, given?: unknown): unknown {
  const { $ref, examples, properties, required = [], items, minItems = 1, anyOf } = schema;
  const chosenExample = given === undefined ? (examples as unknown[] | undefined)?.[0] : given;
  if (typeof $ref === 'string') return findExample(schemas, schemas.get($ref.slice(8)) ?? {}, chosenExample);
  if (properties) {
    const exampleProperties = (chosenExample ?? {}) as JsonObject;
    const exampleNames = Object.keys(properties).filter(
      (name) => name in exampleProperties || required.includes(name),
    );
    return Object.fromEntries(
      exampleNames.map((name) => [
        name,
        findExample(schemas, properties[name] ?? {}, exampleProperties[name]),
      ]),
    );
  }
  if (chosenExample !== undefined) return chosenExample;
  if (items) return Array.from({ length: Number(minItems) }, () => findExample(schemas, items));
  if (anyOf) return findExample(schemas, anyOf[0] ?? {});
  const [first] = (schema.enum as unknown[] | undefined) ?? [schema.const];
  return first ?? exampleByType[String(schema.format ?? schema.type)];
}
