import { contentResources } from '@institute/contract';
import { type ErrorStatus, errorStatus } from '@institute/contract/errors';
import type { AppRoute } from '@ts-rest/core';
import type { Json, Parameter } from './openapi-schemas.ts';
import { json } from './openapi-schemas.ts';
import { failureDetails, failureWords } from './openapi-words.ts';

/** Failures that the document names. A call that it lists never answers 405. */
export type NamedFailure = Exclude<ErrorStatus, 405>;

const header = (description: string, schema: Json = { type: 'string' }) => ({ description, schema });
const always = (description: string) => ({ ...header(description), required: true });

const requestId = { 'X-Request-Id': always('Names this call in the log of the site') };
const etag = { ETag: always('Version of what was read, for `If-None-Match` and, of one item, `If-Match`') };
const location = { Location: always('Address of what was made, or where it is found') };
const links = { Link: header('Addresses of the next and the previous page: `rel="next"`, `rel="prev"`') };
const cookie = { 'Set-Cookie': always('The refresh cookie, which scripts cannot read') };
const replay = {
  'Idempotency-Replayed': header('This is the answer to an earlier call with the same `Idempotency-Key`', {
    type: 'string',
    enum: ['true'],
  }),
};
const retry = { 'Retry-After': header('Seconds to wait before the next try', { type: 'integer' }) };

/** Headers of a success. */
export function successHeaders(
  { tag, name, route }: { tag: string; name: string; route: AppRoute },
  { isList, headers }: { isList: boolean; headers: Parameter[] },
): Record<string, Json> {
  const makesContent = tag in contentResources && name === 'create';
  return {
    ...requestId,
    ...((route.method === 'GET' || route.method === 'PUT' || makesContent) && etag),
    ...(isList && links),
    ...(tag !== 'session' && 201 in route.responses && location),
    ...(tag === 'session' && name !== 'logout' && cookie),
    ...(takes(headers, 'Idempotency-Key') && replay),
  };
}

export const uploadHeaders = requestId;

export const notChanged = {
  304: { description: 'Not changed since the `ETag` in `If-None-Match`', headers: { ...requestId, ...etag } },
};

const takes = (headers: Parameter[], name: string) => headers.some((header) => header.name === name);

/** Failures of any call: a wrong bearer, host or header, too many calls, a fault, no database. */
export const ofEveryCall = [401, 403, 421, 429, 431, 500, 503] as const;

/** Calls whose body names something that may not exist. Calls with an id in the path are found by the path. */
const looksUp = ['newsletter.unsubscribe', 'newsletter.confirm'];
/** Calls that may answer 409 without an `Idempotency-Key`: a full intake, a taken address. */
const collides = ['registrations.update', 'session.signup'];

/** The errors that a call may answer. */
export function failuresAfter(
  operationId: string,
  { method, pathParams, query }: AppRoute & { query?: unknown },
  headers: Parameter[],
): NamedFailure[] {
  const isChange = method !== 'GET';
  const possible: [NamedFailure, boolean][] = [
    [400, isChange || Boolean(pathParams) || Boolean(query)],
    [404, Boolean(pathParams) || looksUp.includes(operationId)],
    [409, takes(headers, 'Idempotency-Key') || collides.includes(operationId)],
    [412, takes(headers, 'If-Match')],
    [413, isChange],
    [415, isChange],
  ];
  return [...ofEveryCall, ...possible.flatMap(([status, can]) => (can ? [status] : []))];
}

const codesOf = (status: ErrorStatus) =>
  Object.entries(errorStatus).flatMap(([code, its]) => (its === status ? [code] : []));
const failureName = (status: ErrorStatus) => `Failure${status}`;

function failureOf(status: NamedFailure, schema: Json): Json {
  const [when, message] = failureWords[status];
  const codes = codesOf(status);
  const details = failureDetails[status] ?? [];
  const example = {
    error: { code: codes[0], message, details, requestId: '0b5f8f4e-6f0a-4c0e-9d0c-0c7f4f1f7c55' },
  };
  return {
    description: `${when}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: {
      ...requestId,
      ...(status === 401 && { 'WWW-Authenticate': header('`Bearer`') }),
      ...((status === 429 || status === 503) && retry),
    },
    content: json(schema, example),
  };
}

/** Every failure that the document names, by its name. */
export const namedFailures = (schema: Json): Record<string, Json> =>
  Object.fromEntries(
    (Object.keys(failureWords).map(Number) as NamedFailure[]).map((status) => [
      failureName(status),
      failureOf(status, schema),
    ]),
  );

export const failuresOf = (statuses: readonly NamedFailure[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${failureName(status)}` }]),
  );
