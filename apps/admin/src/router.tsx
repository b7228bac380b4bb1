import { ErrorPage } from '@institute/ui/error-page.tsx';
import { routerDefaults } from '@institute/ui/routing.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { admin, makeAdminQueries } from './api/admin.ts';
import { makeAdminClient } from './api/client.ts';
import { ShellSkeleton } from './features/shell/shell-skeleton.tsx';
import { routeTree } from './routeTree.gen.ts';

/** Tests give a history of their own. */
export function makeRouter(history?: RouterHistory) {
  const firstCalls = new Set<string>();
  const queryClient = makeAdminQueries(firstCalls);
  const adminClient = makeAdminClient();
  const router = createRouter({
    ...(history && { history }),
    routeTree,
    context: { queryClient, office: createTRPCQueryUtils({ queryClient, client: adminClient }), firstCalls },
    ...routerDefaults,
    search: { strict: true },
    defaultPendingComponent: ShellSkeleton,
    defaultErrorComponent: () => <ErrorPage />,
    scrollRestoration: true,
    InnerWrap: ({ children }) => (
      <admin.Provider client={adminClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </admin.Provider>
    ),
  });
  router.subscribe('onBeforeLoad', () => firstCalls.clear());
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
