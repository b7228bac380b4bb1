import type { SendCall } from '@institute/contract/page-bundle';
import type { Api, Refusal } from './api.ts';
import { type Fetch, readAnswer, withTimeout } from './transport.ts';

/** A call by method and path: `call('GET /programs/:id', { params: { id } })`. */
export type Endpoint = keyof Api;
export type InputOf<E extends Endpoint> = Api[E]['input'];
type EmptyObject = Record<never, never>;
export type Arguments<E extends Endpoint> =
  EmptyObject extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

export type AnswerOf<E extends Endpoint> = Api[E]['answer'] | Refusal;

export type Call = <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => Promise<AnswerOf<E>>;

type RequestInput = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string | undefined>;
};

export const createCall =
  (send: SendCall): Call =>
  async <E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>) => {
    const { params = {}, query = {}, body, headers = {} } = (input ?? {}) as RequestInput;
    const [method = '', template = ''] = endpoint.split(' ');
    const path = template.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
    const queryText = new URLSearchParams(omitUndefined(query)).toString();
    const serverAnswer = await send({
      method,
      path: queryText ? `${path}?${queryText}` : path,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...omitUndefined(headers),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return serverAnswer as AnswerOf<E>;
  };

const omitUndefined = (
  values: Record<string, string | number | boolean | undefined>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );

/** Pass the `fetch` of a session to send its bearer token. */
export const sendOverHttp = (
  baseUrl: string,
  fetch: Fetch = (url, init) => globalThis.fetch(url, init),
): SendCall => {
  const fetchInTime = withTimeout(fetch);
  return async ({ path, ...init }) => {
    // Without it a browser may answer from its cache
    const response = await fetchInTime(baseUrl + path, { ...init, cache: 'no-cache' });
    return readAnswer(response);
  };
};
