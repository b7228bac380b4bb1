import { ApiFailure } from '@institute/client/failure';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const RETRY_CAP_MS = 30_000;
const FIVE_MINUTES_MS = 5 * 60_000;

const isClientErrorAnswer = (error: Error) =>
  error instanceof ApiFailure && error.status >= 400 && error.status < 500;

/** Decides about a retry. A 4xx answer would be the same again, and the server renders without retries. */
const makeRetryRule = (tries: number) => (failures: number, error: Error) =>
  !import.meta.env.SSR && failures < tries && !isClientErrorAnswer(error);

const errorLoggingOptions = import.meta.env.SSR ? {} : { onError: (error: unknown) => console.error(error) };

export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache(errorLoggingOptions),
    defaultOptions: {
      queries: {
        // Queries start offline too, because the service worker answers some of them; the others fail at once
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: makeRetryRule(3),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, RETRY_CAP_MS),
        // The server discards the client together with the page. A timer would keep the client in memory
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : FIVE_MINUTES_MS,
      },
    },
  });

/** A failed query stays failed until the visitor presses Retry; other components do not refetch it. */
export const publicQueryOptions = {
  retry: makeRetryRule(1),
  staleTime: FIVE_MINUTES_MS,
  refetchOnWindowFocus: true,
  retryOnMount: false,
} as const;
