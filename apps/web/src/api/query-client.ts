import { ApiFailure } from '@institute/client/failure';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { queryRules } from './query-rules.ts';

const isRefusal = (error: Error) => error instanceof ApiFailure && error.status >= 400 && error.status < 500;

/** Does not retry a 4xx answer, which would be the same again, nor anything during server rendering. */
const retryUpTo = (tries: number) => (failures: number, error: Error) =>
  !import.meta.env.SSR && failures < tries && !isRefusal(error);

const logged = import.meta.env.SSR ? {} : { onError: (error: unknown) => console.error(error) };

export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache(logged),
    mutationCache: new MutationCache(logged),
    defaultOptions: {
      queries: {
        // Without a connection the service worker still answers some queries. The others fail at once instead of
        // waiting.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: retryUpTo(queryRules.retries),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, queryRules.retryCapMs),
        // The server drops a page's client as a whole; timers would keep it in memory.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : queryRules.retainedMs,
      },
      mutations: { networkMode: 'always' },
    },
  });

/** A failed query stays failed until the visitor presses Retry; other components do not refetch it. */
export const publicQuery = {
  retry: retryUpTo(queryRules.publicRetries),
  staleTime: queryRules.staleMs,
  refetchOnWindowFocus: true,
  retryOnMount: false,
} as const;
