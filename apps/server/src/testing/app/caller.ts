import { type ApiError, type Contract, contract } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { createTRPCClient, httpLink, type TRPCClient, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { type ApiFetcher, type InitClientReturn, initClient } from '@ts-rest/core';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { AdminRouter } from '../../composition/admin-router.ts';
import { makeInProcessFetch } from '../../http/in-process-call.ts';

type Rest = InitClientReturn<Contract, { baseUrl: string; api: ApiFetcher }>;
type Empty = Record<never, never>;
type BodyIfAny<F> = F extends (input: infer I extends { body: unknown }) => infer R
  ? unknown extends I['body']
    ? Empty extends Omit<I, 'body'>
      ? (input?: Omit<I, 'body'> & { body?: unknown }) => R
      : (input: Omit<I, 'body'> & { body?: unknown }) => R
    : F
  : F;
type Calls<G> = { [Name in keyof G]: BodyIfAny<G[Name]> };
export type RestClient = { [Group in keyof Rest]: Calls<Rest[Group]> };
export type AdminClient = TRPCClient<AdminRouter>;

export interface Caller {
  api: RestClient;
  admin: AdminClient;
  /** Sends a REST call that the contract's types forbid. `path` is below `/api/v1`. */
  send(method: Method, path: string, options?: SendOptions): Promise<RawAnswer>;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
interface SendOptions {
  body?: unknown;
  headers?: Record<string, string>;
}
interface RawAnswer {
  status: number;
  headers: Headers;
  body: Partial<ApiError> & { data?: unknown };
}

/** Adds the fields to the message of a refusal, which is all that a failed test prints of it. */
const refusalsWithFields: TRPCLink<AdminRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        ...observer,
        error: (refusal) => {
          const { details = [] } = refusal.data?.apiError ?? {};
          for (const { path, message } of details) refusal.message += `; ${path}: ${message}`;
          observer.error(refusal);
        },
      }),
    );

export function makeCaller(app: FastifyInstance, tokenOf: () => Promise<string | undefined>): Caller {
  const makeBearerHeader = async (): Promise<Record<string, string>> => {
    const token = await tokenOf();
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  };
  const inject = async (options: InjectOptions) => {
    const answer = await app.inject({
      ...options,
      headers: { ...(await makeBearerHeader()), ...options.headers },
    });
    const isJson = answer.headers['content-type']?.toString().includes('json');
    return {
      status: answer.statusCode,
      headers: toHeaders(answer.headers),
      body: isJson && answer.body !== '' ? answer.json() : undefined,
    };
  };
  const api: ApiFetcher = ({ path, method, headers: { 'content-type': type, ...headers }, body }) =>
    inject({
      method: method as Method,
      url: path,
      headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
      ...(typeof body === 'string' && { payload: body }),
    });

  return {
    api: initClient(contract, { baseUrl: '', api }) as RestClient,
    admin: createTRPCClient<AdminRouter>({
      links: [
        refusalsWithFields,
        httpLink({
          url: 'http://localhost:3000/api/trpc',
          headers: makeBearerHeader,
          fetch: makeInProcessFetch(app),
        }),
      ],
    }),
    send: (method, path, { body, headers = {} } = {}) =>
      inject({
        method,
        url: `${apiPrefix}${path}`,
        headers,
        ...(body !== undefined && { payload: body as object }),
      }),
  };
}

function toHeaders(given: Record<string, number | string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(given)) {
    for (const each of [value].flat()) headers.append(name, String(each));
  }
  return headers;
}
