import type { Call } from '@institute/client/call';
import type { Posted } from '@institute/contract/page-bundle';
import { dehydrate, hydrate, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, useRouter } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { makeApi } from './api/api.ts';
import { makeQueryClient } from './api/query-client.ts';
import { ErrorPage } from './features/shell/error-page.tsx';
import { NothingHere } from './features/shell/not-found-page.tsx';
import { PageSkeleton } from './features/shell/page-skeleton.tsx';
import { parseSearch, stringifySearch } from './page-query.ts';
import type { RouterContext } from './routes/__root.tsx';
import { routeTree } from './routeTree.gen.ts';

/** One router per request on the server, one per page load in the browser. */
export function makeRouter(
  call: Call,
  origin: string,
  { posted, light = false }: { posted?: Posted | undefined; light?: boolean } = {},
  tree = routeTree,
) {
  const queryClient = makeQueryClient();
  const context: RouterContext = { queryClient, origin, posted, light, ...makeApi(call) };
  const router = createRouter({
    routeTree: tree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 50,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NothingHere,
    // A path below a page without child routes is 404.
    notFoundMode: 'root',
    scrollRestoration: true,
    // Passes the server's query results to the browser.
    dehydrate: () => ({ queries: import.meta.env.SSR ? (dehydrate(queryClient) as object) : {}, posted }),
    hydrate: ({ queries, posted }) => {
      hydrate(queryClient, queries);
      context.posted = posted;
    },
    InnerWrap: Providers,
  });
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    // A later visit starts with an empty form.
    if (toLocation.pathname !== context.posted?.path) context.posted = undefined;
  });
  return router;
}

function Providers({ children }: { children: ReactNode }): ReactElement {
  const { queryClient } = useRouter().options.context;
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
