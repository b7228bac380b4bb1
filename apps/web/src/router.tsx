import type { Call } from '@institute/client/call';
import { PageSkeleton, ScrollToPageTop } from '@institute/ui/page-skeleton.tsx';
import { routerDefaults } from '@institute/ui/routing.tsx';
import { type QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { createRouter, useRouter } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { makeApi } from './api/api.ts';
import { makeQueryClient } from './api/query-client.ts';
import { FailedPage, NotFoundMessage } from './features/shell/error-page.tsx';
import type { RouterContext } from './routes/__root.tsx';
import { routeTree } from './routeTree.gen.ts';

export function makeRouter(
  call: Call,
  origin: string,
  { light = false, ...given }: Partial<Pick<RouterContext, 'posted' | 'light' | 'listScripts'>> = {},
) {
  const queryClient = makeQueryClient();
  const routerContext: RouterContext = { queryClient, origin, light, ...given, ...makeApi(call) };
  let isHydrating = false;
  const router = createRouter({
    routeTree,
    context: routerContext,
    ...routerDefaults,
    defaultPendingComponent: PendingPageSkeleton,
    defaultErrorComponent: FailedPage,
    defaultNotFoundComponent: NotFoundMessage,
    // A path below a page without child routes is 404
    notFoundMode: 'root',
    // Not during hydration: the browser, an inline script or the visitor has scrolled already, and nobody
    // must be moved
    scrollRestoration: light ? false : () => !isHydrating,
    dehydrate: () => ({
      results: import.meta.env.SSR ? listQueryResults(queryClient) : [],
      posted: given.posted,
    }),
    hydrate: ({ results, posted }) => {
      isHydrating = true;
      const updatedAt = isLoadedPageCurrent() ? performance.timeOrigin : 0;
      for (const [key, data] of results) queryClient.setQueryData(key as QueryKey, data, { updatedAt });
      routerContext.posted = posted;
    },
    InnerWrap: Providers,
  });
  router.subscribe('onRendered', () => {
    // The router stores a position only on scroll events, so one is sent for the current position
    if (isHydrating) document.dispatchEvent(new Event('scroll'));
    isHydrating = false;
  });
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    // A later visit starts with an empty form
    if (toLocation.pathname !== routerContext.posted?.path) routerContext.posted = undefined;
  });
  return router;
}

/** Lists the results of queries without their times, so that an unchanged page has the same bytes. */
const listQueryResults = (queryClient: QueryClient): [key: object, data: object][] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data as object]);

/** False for pages of the history and saved copies, which may be old. */
function isLoadedPageCurrent(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type !== 'back_forward' && !('saved' in document.documentElement.dataset);
}

const PendingPageSkeleton = () => (
  <>
    <ScrollToPageTop />
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
