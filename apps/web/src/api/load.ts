import { ApiFailure } from '@institute/client/failure';
import { listLimits } from '@institute/contract/api.constants';
import {
  type DefaultError,
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { publicQueryOptions } from './query-client.ts';

/** The preload, the loader and the component of one visit share a failure for this time. */
const FAILURE_LASTS_MS = 30_000;

type LoadQueryOptions<Fn, Data, Key extends QueryKey> = FetchQueryOptions<Fn, DefaultError, Data, Key>;

function ensureQueryUnlessFailed<Fn, Data, Key extends QueryKey>(
  client: QueryClient,
  options: LoadQueryOptions<Fn, Data, Key>,
) {
  const queryState = client.getQueryState(options.queryKey);
  if (queryState?.status === 'error' && Date.now() - queryState.errorUpdatedAt < FAILURE_LASTS_MS) {
    return Promise.reject(queryState.error);
  }
  return client.ensureQueryData(options);
}

export async function loadQuery<Fn, Data, Key extends QueryKey>(
  client: QueryClient,
  options: LoadQueryOptions<Fn, Data, Key>,
): Promise<Data> {
  return ensureQueryUnlessFailed(client, options).catch((error) => {
    // The API answers 400 for a malformed id
    const isNotFound = error instanceof ApiFailure && (error.status === 404 || error.status === 400);
    throw isNotFound ? notFound() : error;
  });
}

/**
 * Loads the data of a page's parts in parallel. Only the server waits: in the browser each part has its own
 * skeleton and error state.
 */
export async function startQueries(client: QueryClient, ...queries: { queryKey: QueryKey }[]): Promise<void> {
  const allQueriesLoaded = Promise.all(queries.map((options) => ensureQueryUnlessFailed(client, options)));
  if (import.meta.env.SSR) await allQueriesLoaded;
  else allQueriesLoaded.catch(() => undefined);
}

/** Like `startQueries`, for the first `wanted` pages of a list. Loads no pages beyond the last item. */
export async function startPages<T>(
  client: QueryClient,
  pageOf: MakePageOptions<T>,
  wanted: number,
): Promise<void> {
  const wantedPagesLoaded = ensureQueryUnlessFailed(client, pageOf(1)).then(({ meta }) => {
    const laterPageNumbers = listLaterPages(countPagesShown(wanted, meta.total));
    return Promise.all(laterPageNumbers.map((page) => ensureQueryUnlessFailed(client, pageOf(page))));
  });
  if (import.meta.env.SSR) await wantedPagesLoaded;
  else wantedPagesLoaded.catch(() => undefined);
}

/** `total` counts the whole list. */
export type PageAnswer<T> = { data: T[]; meta: { total: number } };

/** Public content, which does not change with the visitor. */
export const makePublicOptions = <T>(queryKey: QueryKey, queryFn: () => Promise<T>) =>
  queryOptions<T, Error, T, QueryKey>({ ...publicQueryOptions, queryKey, queryFn });

export type MakePageOptions<T> = (page: number) => ReturnType<typeof makePublicOptions<PageAnswer<T>>>;

/** Empty for the first page, whose URL has no parameters. */
export const toPageOffset = (page: number) => (page > 1 ? { offset: (page - 1) * listLimits.summaries } : {});

export const countPagesShown = (wanted: number, total: number): number =>
  Math.max(1, Math.min(wanted, Math.ceil(total / listLimits.summaries)));

export const listLaterPages = (last: number): number[] => Array.from({ length: last - 1 }, (_, at) => at + 2);
