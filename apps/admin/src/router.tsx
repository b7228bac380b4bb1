import { ErrorPage } from '@institute/ui/error-page.tsx';
import { routerDefaults } from '@institute/ui/routing.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { makeAdminQueries } from './api/admin.ts';
import { ShellSkeleton } from './features/shell/shell-skeleton.tsx';
import { routeTree } from './routeTree.gen.ts';

/** Tests give a history of their own. */
export function makeRouter(history?: RouterHistory) {
  const queryClient = makeAdminQueries();
  return createRouter({
    ...(history && { history }),
    routeTree,
    context: { queryClient },
    ...routerDefaults,
    defaultPendingComponent: ShellSkeleton,
    defaultErrorComponent: () => <ErrorPage />,
    scrollRestoration: true,
    InnerWrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
