import type { ClientInferRequest, ClientInferResponses, Contract } from '@institute/contract';
import type { Send } from '@institute/contract/page-bundle';
import { type Fetch, readBody, withTimeout } from './transport.ts';

/**
 * One function for the whole REST API: `call('GET /programs/:id', { params: { id } })`. The contract gives
 * the types only, so its schemas are not part of a page's scripts.
 */
type Route = { [Group in keyof Contract]: Contract[Group][keyof Contract[Group]] }[keyof Contract];
type Named<R> = R extends { method: infer M extends string; path: `/api/v1${infer P}` } ? `${M} ${P}` : never;
export type Endpoint = Named<Route>;
type RouteOf<E extends Endpoint> = E extends `${infer M} ${infer P}`
  ? Extract<Route, { method: M; path: `/api/v1${P}` }>
  : never;

type Empty = Record<never, never>;
type OptionalWhereEmpty<T> = { [K in keyof T as Empty extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as Empty extends T[K] ? never : K]: T[K];
};
/** Path parameters, query, body and headers of an endpoint. */
export type InputOf<E extends Endpoint> = OptionalWhereEmpty<
  Pick<
    ClientInferRequest<RouteOf<E>>,
    keyof ClientInferRequest<RouteOf<E>> & ('params' | 'query' | 'body' | 'headers')
  >
>;
type Arguments<E extends Endpoint> = Empty extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

/** Status and body of every answer of an endpoint. */
export type AnswerOf<E extends Endpoint> =
  ClientInferResponses<RouteOf<E>> extends infer A
    ? A extends { status: number; body: unknown }
      ? Pick<A, 'status' | 'body'>
      : never
    : never;

export type Call = <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => Promise<AnswerOf<E>>;

type AnyInput = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string | undefined>;
};

/** `send` carries the calls: over the network, or within one process. */
export const createCall = (send: Send): Call =>
  (async (endpoint: string, { params = {}, query = {}, body, headers = {} }: AnyInput = {}) => {
    const [method = '', template = ''] = endpoint.split(' ');
    const path = template.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(present(query)).toString();
    return send({
      method,
      path: search ? `${path}?${search}` : path,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...present(headers) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }) as unknown as Call;

const present = (values: Record<string, string | number | boolean | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );

/** Pass the `fetch` of a session to send its bearer token. */
export const sendOverHttp = (
  baseUrl: string,
  fetch: Fetch = (url, init) => globalThis.fetch(url, init),
): Send => {
  const fetchInTime = withTimeout(fetch);
  return async ({ path, ...init }) => {
    // A browser asks the server each time; otherwise it would show a stored answer first.
    const response = await fetchInTime(baseUrl + path, { ...init, cache: 'no-cache' });
    // Absent, or a date, which only proxies send.
    const retryAfter = Number(response.headers.get('retry-after')) || undefined;
    return { status: response.status, body: await readBody(response), retryAfter };
  };
};
