import { contract, type RouteRules, uploadAnswer } from '@institute/contract';
import { type AppRoute, isAppRoute } from '@ts-rest/core';
import * as z from 'zod';
import {
  failuresAfter,
  failuresOf,
  namedFailures,
  notChanged,
  ofEveryCall,
  successHeaders,
  uploadHeaders,
} from './openapi-answers.ts';
import { exampleOf, uploadExample } from './openapi-examples.ts';
import {
  answerSchemaOf,
  entityIn,
  type Json,
  json,
  named,
  type Parameter,
  parametersOf,
  type Schemas,
  schemaOf,
} from './openapi-schemas.ts';
import { openApiWebhooks, type Webhooks } from './openapi-webhooks.ts';
import { callWords, parameterWords, scopeWords, tagWords } from './openapi-words.ts';

interface Content {
  [type: string]: { schema: Json; example?: unknown };
}
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  /** The scope that an API key needs, or `none` when no key may make the call. */
  'x-api-key-scope'?: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Json>;
}
export interface OpenApi {
  openapi: '3.1.0';
  info: Json & { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** Requests that the site sends. */
  webhooks: Webhooks;
  components: { schemas: Record<string, Json>; responses: Record<string, Json>; securitySchemes: Json };
}

let built: OpenApi | undefined;

/** The REST API as OpenAPI 3.1, derived from the contract. */
export function openApi(): OpenApi {
  built ??= build();
  return built;
}

function build(): OpenApi {
  const schemas: Schemas = new Map();
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
  const webhooks = openApiWebhooks(schemas);
  const error = schemaOf(schemas, contract.reference.get.responses[400], 'output');

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
    tags: [...Object.keys(contract), 'uploads', 'webhooks'].map((name) => ({
      name,
      description: tagWords[name] ?? '',
    })),
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => a.localeCompare(b))),
      responses: namedFailures(error),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of a session, or the API key of another program (`ik_…`). `x-scopes` are the scopes that a key may have.',
          'x-scopes': scopeWords,
        },
        refreshCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-refresh_token',
          description: 'Set by signing in. Without https its name is `refresh_token`.',
        },
      },
    },
  };
}

function operationOf(schemas: Schemas, tag: string, name: string, route: AppRoute): Operation {
  const { access, scope } = route.metadata as RouteRules;
  const operationId = `${tag}.${name}`;
  const example = exampleOf(tag, name, route);
  const headers = parametersOf(schemas, 'header', route.headers);
  const successes = Object.entries(route.responses).filter(([status]) => Number(status) < 300);
  const answers = successes.map(([status, schema]) => [status, answerSchemaOf(schemas, schema)] as const);
  const isList = 'query' in route && route.query !== undefined;
  return {
    operationId,
    summary: route.summary ?? '',
    description: [callWords(tag, name), keyNeeds(scope)].filter(Boolean).join(' '),
    tags: [tag],
    security: securityOf(operationId, access, scope),
    ...(scope && { 'x-api-key-scope': scope }),
    parameters: [
      ...parametersOf(schemas, 'path', route.pathParams),
      ...parametersOf(schemas, 'query', isList && route.query),
      ...headers,
      ...(route.method === 'GET' ? [ifNoneMatch] : []),
    ],
    ...('body' in route &&
      example.body !== undefined && {
        requestBody: {
          required: true,
          content: json(bodySchemaOf(schemas, operationId, route.body, answers[0]?.[1]), example.body),
        },
      }),
    responses: {
      ...Object.fromEntries(
        answers.map(([status, schema]) => [
          status,
          {
            description: 'Done',
            headers: successHeaders({ tag, name, route }, { isList, headers }),
            content: json(schema, example.answer),
          },
        ]),
      ),
      ...(route.method === 'GET' && notChanged),
      ...failuresOf(failuresAfter(operationId, route, headers)),
    },
  };
}

const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  ...parameterWords['If-None-Match'],
};

/** The calls that a cookie authorises. Signing out succeeds without one. */
const byCookie: Record<string, Operation['security']> = {
  'session.refresh': [{ refreshCookie: [] }],
  'session.logout': [{}, { refreshCookie: [] }],
};

function securityOf(operationId: string, access: RouteRules['access'], scope: RouteRules['scope']) {
  if (access === 'bearer') return [{ bearer: [] }];
  // callers with a bearer see more, or have idempotency keys of their own
  return byCookie[operationId] ?? (scope === 'none' ? [] : [{}, { bearer: [] }]);
}

function keyNeeds(scope: RouteRules['scope']): string {
  if (!scope) return '';
  return scope === 'none' ? 'Not with an API key.' : `An API key needs the scope \`${scope}\`.`;
}

/** Names of the bodies whose call does not answer what was sent. */
const bodyNames: Record<string, string> = {
  'registrations.create': 'RegistrationInput',
  'contact.send': 'MessageInput',
  'newsletter.subscribe': 'SubscribeInput',
  'newsletter.unsubscribe': 'UnsubscribeInput',
  'newsletter.confirm': 'ConfirmInput',
  'session.login': 'LoginInput',
  'session.signup': 'SignupInput',
};

function bodySchemaOf(schemas: Schemas, operationId: string, body: unknown, answer: Json = {}): Json {
  const schema = schemaOf(schemas, body, 'input');
  const entity = entityIn(answer);
  const kind = operationId.endsWith('.update') ? 'Changes' : 'Input';
  const name = bodyNames[operationId] ?? (entity && `${entity}${kind}`);
  return name && !(body instanceof z.ZodUnknown) ? named(schemas, name, schema) : schema;
}

/** Uploads follow the hosting provider's API and are not part of `/api/v1`. */
function uploadOperation(schemas: Schemas): Operation {
  const form = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' }, upload_preset: { type: 'string' } },
    required: ['file'],
  };
  const content = {
    'multipart/form-data': { schema: named(schemas, 'UploadInput', form), example: { file: 'picture.jpg' } },
  };
  return {
    operationId: 'uploads.create',
    summary: 'Store a picture: JPEG, PNG, WebP, AVIF or GIF up to 10 MB and 50 megapixels',
    description: `The answer names the address of the picture. An account or a key uploads 500 MB a day in Kampala, unless the site says otherwise. ${keyNeeds('content:write')}`,
    tags: ['uploads'],
    security: [{ bearer: [] }],
    'x-api-key-scope': 'content:write',
    parameters: [
      { name: 'cloud', in: 'path', required: true, schema: { type: 'string' }, ...parameterWords.cloud },
    ],
    requestBody: { required: true, content },
    responses: {
      200: {
        description: 'Done',
        headers: uploadHeaders,
        content: json(schemaOf(schemas, uploadAnswer, 'output'), uploadExample),
      },
      ...failuresOf([...ofEveryCall, 400, 413, 415]),
    },
  };
}
