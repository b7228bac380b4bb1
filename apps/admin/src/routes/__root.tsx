import { LazyToaster } from '@institute/ui/lazy-toaster.tsx';
import { RouteFocus, SkipLink } from '@institute/ui/routing.tsx';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { siteQuery } from '../api/site.ts';

export const Route = createRootRouteWithContext<{
  /** Data that needs no session. The signed-in screens have their own cache. */
  queryClient: QueryClient;
}>()({
  loader: ({ context }) => context.queryClient.fetchQuery(siteQuery),
  component: () => (
    <>
      <HeadContent />
      <SkipLink />
      <RouteFocus />
      <Outlet />
      <LazyToaster />
    </>
  ),
});
