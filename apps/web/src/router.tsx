import type { Call } from '@institute/client/call';
import type { Posted } from '@institute/contract/page-bundle';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import { PageTop } from '@institute/ui/page-top.tsx';
import { parseSearch, stringifySearch } from '@institute/ui/search-params.ts';
import { type QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { createRouter, useRouter } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { makeApi } from './api/api.ts';
import { makeQueryClient } from './api/query-client.ts';
import { ErrorPage } from './features/shell/error-page.tsx';
import { NothingHere } from './features/shell/not-found-page.tsx';
import type { RouterContext } from './routes/__root.tsx';
import { routeTree } from './routeTree.gen.ts';

/** One router per request on the server, one per page load in the browser. */
export function makeRouter(
  call: Call,
  origin: string,
  { posted, light = false }: { posted?: Posted | undefined; light?: boolean } = {},
) {
  const queryClient = makeQueryClient();
  const context: RouterContext = { queryClient, origin, posted, light, ...makeApi(call) };
  let isHydrating = false;
  const router = createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 50,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NothingHere,
    // A path below a page without child routes is 404.
    notFoundMode: 'root',
    // Before hydration the browser and an inline script have scrolled, and perhaps the visitor, who must not be moved.
    scrollRestoration: () => !isHydrating,
    // Passes the server's query results to the browser.
    dehydrate: () => ({ results: import.meta.env.SSR ? resultsOf(queryClient) : [], posted }),
    hydrate: ({ results, posted }) => {
      isHydrating = true;
      const updatedAt = isCurrentPage() ? Date.now() : 0;
      for (const [key, data] of results) queryClient.setQueryData(key as QueryKey, data, { updatedAt });
      context.posted = posted;
    },
    InnerWrap: Providers,
  });
  router.subscribe('onRendered', () => {
    // The router notes the positions of what has told it of a scroll.
    if (isHydrating) document.dispatchEvent(new Event('scroll'));
    isHydrating = false;
  });
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    // A later visit starts with an empty form.
    if (toLocation.pathname !== context.posted?.path) context.posted = undefined;
  });
  return router;
}

/** Without times, so that a page has the same bytes as long as it shows the same. */
const resultsOf = (queryClient: QueryClient): [key: object, data: object][] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data as object]);

/** The server has just sent the page or confirmed the browser's copy, except for pages of the history and saved copies. */
function isCurrentPage(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type !== 'back_forward' && !('saved' in document.documentElement.dataset);
}

const PendingPage = () => (
  <>
    <PageTop />
    <PageSkeleton />
  </>
);

function Providers({ children }: { children: ReactNode }): ReactElement {
  const { queryClient } = useRouter().options.context;
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
