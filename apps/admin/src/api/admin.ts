import { createCall, sendOverHttp } from '@institute/client/call';
import { ApiFailure } from '@institute/client/failure';
import { keepSession } from '@institute/client/session';
import { type Fetch, isAborted, withTimeout } from '@institute/client/transport';
import { apiPrefix } from '@institute/contract/api.constants';
import type { AdminRouter } from '@institute/server/admin';
import { deviceStore } from '@institute/ui/browser-storage.ts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { makeNextSearch } from './next-path.ts';
import { refreshQueriesAfterCall } from './refresh-after.ts';

/** Opens the sign-in page with a way back to the current screen. Does nothing on the sign-in page itself. */
const signInAgain = () => {
  const { next } = makeNextSearch(location.pathname + location.search);
  if (next) location.assign(`/login?next=${encodeURIComponent(next)}`);
};

export const session = keepSession({
  baseUrl: apiPrefix,
  storage: deviceStore,
  onSignedOut: signInAgain,
});

export const callPublicApi = createCall(sendOverHttp(apiPrefix, session.fetch));

export const sessionFetch = withTimeout((url, init) => session.fetch(url, init));
/** Sends no bearer token: another site must not get it, and it could be expired. */
export const fetchWithoutToken = withTimeout((url, init) => fetch(url, init));

/** Reports the sent share of the body, from 0 to 1. */
export const makeUploadProgressFetch = (onProgress: (sent: number) => void, uploadMs?: number) =>
  withTimeout((url, init) => session.fetch(url, init, makeProgressFetch(onProgress)), uploadMs);

export const admin = createTRPCReact<AdminRouter>();
export type AdminAnswers = inferRouterOutputs<AdminRouter>;

/** A mutation without the options of its hook, whose types would tie a form to the answer of one content. */
export type MutationHook<Input, Answer = unknown> = {
  useMutation: () => { mutateAsync: (input: Input) => Promise<Answer>; isPending: boolean };
};

/** An unreachable server and an unreadable answer also become an `ApiFailure`. */
export function toApiFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (error instanceof TRPCClientError) {
    const { apiError, httpStatus } = (error as TRPCClientError<AdminRouter>).data ?? {};
    if (apiError) return new ApiFailure(httpStatus ?? 0, apiError);
    if (error.cause instanceof ApiFailure) return error.cause;
  }
  const response = error instanceof TRPCClientError ? error.meta?.response : undefined;
  const status = response instanceof Response ? response.status : 0;
  return new ApiFailure(status, { code: 'INTERNAL_ERROR', message: 'The server could not be understood' });
}

/** A sign-out aborts the calls that are under way. */
const isCallAborted = (error: unknown) => isAborted(error instanceof TRPCClientError ? error.cause : error);

const logFault = (error: unknown) => {
  if (!isCallAborted(error)) console.error(error);
};

const isClientFault = (error: unknown) => {
  const { status } = toApiFailure(error);
  return status >= 400 && status < 500;
};

const MAX_RETRIES = 3;
const MAX_RETRY_PAUSE_MS = 30_000;

const FIRST_ANSWERS_FRESH_MS = 10_000;

/**
 * Calls without a connection fail at once instead of waiting. A screen that opens after its first calls were
 * answered does not load them again. `firstCalls` holds the hashes of these calls.
 */
export const makeAdminQueries = (firstCalls: ReadonlySet<string>) =>
  new QueryClient({
    queryCache: new QueryCache({ onError: logFault }),
    mutationCache: new MutationCache({
      onError: logFault,
      onSettled: (_data, _error, _input, _state, mutation, { client }) =>
        refreshQueriesAfterCall(mutation, client),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: ({ queryHash }) => (firstCalls.has(queryHash) ? FIRST_ANSWERS_FRESH_MS : 0),
        refetchOnReconnect: true,
        retry: (failures, error) => failures < MAX_RETRIES && !isCallAborted(error) && !isClientFault(error),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, MAX_RETRY_PAUSE_MS),
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Uses XMLHttpRequest, because only that reports upload progress (0 to 1). */
const makeProgressFetch =
  (onProgress: (sent: number) => void): Fetch =>
  (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
      request.onerror = () => reject(new TypeError('The request failed'));
      request.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit | null | undefined);
    });
