import { Container } from '@institute/ui/container.tsx';
import { ErrorState } from '@institute/ui/error-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { parseSearch, stringifySearch } from '@institute/ui/routing.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
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
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 50,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ShellSkeleton,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    InnerWrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
}

function ErrorPage() {
  const { invalidate } = useRouter();
  const [pending, setPending] = useState(false);
  const retry = async () => {
    setPending(true);
    await invalidate();
    setPending(false);
  };
  const title = navigator.onLine ? 'Something went wrong' : 'You are offline';
  return (
    <Container className="py-section">
      <title>{title}</title>
      <Heading level={1} className="mb-6">
        {title}
      </Heading>
      <ErrorState title="This page could not be loaded" onRetry={retry} pending={pending} />
    </Container>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
