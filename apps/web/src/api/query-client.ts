import { ApiFailure } from '@institute/client/failure';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { queryRules } from './query-rules.ts';

const isRefusal = (error: Error) => error instanceof ApiFailure && error.status >= 400 && error.status < 500;

/** What the server refuses it refuses again; while a page is rendered nobody waits for a second try. */
const retryUpTo = (tries: number) => (failures: number, error: Error) =>
  !import.meta.env.SSR && failures < tries && !isRefusal(error);

const logged = import.meta.env.SSR ? {} : { onError: (error: unknown) => console.error(error) };

export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache(logged),
    mutationCache: new MutationCache(logged),
    defaultOptions: {
      queries: {
        // without a connection the service worker still has answers, and the rest fails at once instead of waiting
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: retryUpTo(queryRules.retries),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, queryRules.retryCapMs),
        // a rendered page's client is dropped as a whole; timers would keep it alive
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : queryRules.retainedMs,
      },
      mutations: { networkMode: 'always' },
    },
  });

/** How public content is asked for. What has failed waits for the visitor's Retry, not for the next part that shows it. */
export const publicQuery = {
  retry: retryUpTo(queryRules.publicRetries),
  staleTime: queryRules.staleMs,
  refetchOnWindowFocus: true,
  retryOnMount: false,
} as const;
