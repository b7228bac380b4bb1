import { createCall, sendBy } from '@institute/client/call';
import { ApiFailure } from '@institute/client/failure';
import { keepSession } from '@institute/client/session';
import { patient } from '@institute/client/transport';
import { apiPrefix, queryRules } from '@institute/contract/constants';
import type { AdminRouter } from '@institute/server/admin';
import { TRPCClientError } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { makeQueryClient } from './query-client.ts';
import { requestBy } from './watched-request.ts';

/** The page goes, and after signing in the visitor is back where they were. */
const signInAgain = () => {
  const here = encodeURIComponent(location.pathname + location.search);
  location.assign(`/login?next=${here}`);
};

/** Who is signed in. The storage is reached late, since this file is read on the server too. */
export const session = keepSession({
  baseUrl: apiPrefix,
  storage: {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
    removeItem: (key) => localStorage.removeItem(key),
  },
  onSignedOut: signInAgain,
});

/** REST with the bearer: signing in, signing up, signing out. */
export const call = createCall(sendBy(apiPrefix, session.fetch));

/** `fetch` that gives up in time, with the bearer or, to other sites, without it. */
export const patientFetch = patient((url, init) => session.fetch(url, init));
export const foreignFetch = patient((url, init) => fetch(url, init));

/** As `patientFetch`, telling how much of the body has gone out, from 0 to 1. */
export const watchedFetch = (onProgress: (sent: number) => void) =>
  patient((url, init) => session.fetch(url, init, requestBy(onProgress)));

/** The dashboard's own calls. */
export const admin = createTRPCReact<AdminRouter>();
export type AdminAnswers = inferRouterOutputs<AdminRouter>;

/** The failure that the server told of, or that it could not be asked. */
export function failureOf(error: unknown): ApiFailure {
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

const isRefusal = (error: unknown) => {
  const { status } = failureOf(error);
  return status >= 400 && status < 500;
};

/** The dashboard's data: gone with the dashboard, always asked for anew when a screen is entered. */
export function makeAdminQueries() {
  const client = makeQueryClient();
  client.setDefaultOptions({
    queries: {
      ...client.getDefaultOptions().queries,
      // without a connection a call fails visibly instead of waiting in silence
      networkMode: 'always',
      retry: (failures, error) => failures < queryRules.retries && !isRefusal(error),
    },
    mutations: { networkMode: 'always' },
  });
  return client;
}
