import { ApiFailure } from '@institute/client/failure';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const RETRY_CAP_MS = 30_000;
const FIVE_MINUTES_MS = 5 * 60_000;

const isRefusal = (error: Error) => error instanceof ApiFailure && error.status >= 400 && error.status < 500;

/** A 4xx answer would be the same again. The server renders without retries. */
const retryUpTo = (tries: number) => (failures: number, error: Error) =>
  !import.meta.env.SSR && failures < tries && !isRefusal(error);

const logErrors = import.meta.env.SSR ? {} : { onError: (error: unknown) => console.error(error) };

export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache(logErrors),
    defaultOptions: {
      queries: {
        // The service worker answers some queries offline; the others fail at once
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: retryUpTo(3),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, RETRY_CAP_MS),
        // The server drops a page's client as a whole, but a timer would keep it in memory
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : FIVE_MINUTES_MS,
      },
    },
  });

/** A failed query stays failed until the visitor presses Retry; other components do not refetch it. */
export const publicQuery = {
  retry: retryUpTo(1),
  staleTime: FIVE_MINUTES_MS,
  refetchOnWindowFocus: true,
  retryOnMount: false,
} as const;
