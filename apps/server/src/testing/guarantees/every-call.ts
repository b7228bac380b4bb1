import { contract, type RouteRules } from '@institute/contract';
import * as z from 'zod';
import { adminRouter } from '../../composition/admin-router.ts';
import type { JsonSchema } from '../histories/arbitrary.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Parts = 'params' | 'query' | 'headers' | 'body';

export interface Call {
  name: string;
  method: Method;
  path: string;
  input: Partial<Record<Parts, JsonSchema>>;
  statuses: readonly number[];
  isAdmin: boolean;
}

export type Input = Partial<Record<Parts, unknown>>;

interface Route {
  method: Method;
  path: string;
  pathParams?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  responses: Record<number, unknown>;
  metadata: RouteRules;
}
interface Procedure {
  _def: { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodType[] };
}

/** Each named definition stands where it is used, so that tests find the fields of every body. */
function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, each]) => [name, inline(each)] as const);
    const { $ref, ...own } = Object.fromEntries(entries);
    if (typeof $ref !== 'string') return own;
    return { ...(inline($defs[$ref.replace('#/$defs/', '')]) as object), ...own };
  };
  return inline(root) as JsonSchema;
}

function makeRestCall(
  name: string,
  { method, path, pathParams, query, headers, body, responses }: Route,
): Call {
  const parts = { params: pathParams, query, headers, body };
  return {
    name,
    method,
    path,
    isAdmin: false,
    input: Object.fromEntries(
      Object.entries(parts).flatMap(([part, schema]) => (schema ? [[part, toJsonSchema(schema)]] : [])),
    ),
    statuses: Object.keys(responses).map(Number),
  };
}

export const restCalls: readonly Call[] = Object.entries(contract).flatMap(([group, routes]) =>
  Object.entries(routes).map(([name, route]) => makeRestCall(`${group}.${name}`, route as unknown as Route)),
);

const refusals = restCalls[0]?.statuses.filter((status) => status >= 400) ?? [];

const adminCalls: readonly Call[] = Object.entries(
  adminRouter._def.procedures as unknown as Record<string, Procedure>,
)
  .filter(([, { _def }]) => _def.type !== 'subscription')
  .map(([name, { _def }]) => {
    const part = _def.type === 'query' ? 'query' : 'body';
    const [input] = _def.inputs;
    return {
      name,
      path: `/api/trpc/${name}`,
      isAdmin: true,
      method: _def.type === 'query' ? 'GET' : 'POST',
      input: input ? { [part]: toJsonSchema(input) } : {},
      statuses: [200, ...refusals],
    };
  });

export const everyCall = [...restCalls, ...adminCalls];

const toText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
/** Node refuses other characters in a header. */
const toHeader = (value: unknown): string => toText(value).replace(/[^\t\x20-\x7e\x80-\xff]/g, '');

const listEntries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).filter(([, each]) => each !== undefined)
    : [];

export function toRequest({ method, path, isAdmin }: Call, { params, query, headers, body }: Input) {
  const values = Object.fromEntries(listEntries(params));
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(toText(values[name])));
  const search = isAdmin
    ? query !== undefined && new URLSearchParams({ input: JSON.stringify(query) })
    : new URLSearchParams(listEntries(query).map(([name, value]): [string, string] => [name, toText(value)]));
  return {
    method,
    url: search && String(search) !== '' ? `${address}?${search}` : address,
    headers: {
      ...Object.fromEntries(listEntries(headers).map(([name, value]) => [name, toHeader(value)])),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  };
}
