import { LazyToaster } from '@institute/ui/lazy-toaster.tsx';
import { RouteFocus, SkipLink } from '@institute/ui/routing.tsx';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { Office } from '../api/first-calls.ts';
import { siteQuery, useSite } from '../api/site.ts';
import { OfficeTab } from '../features/shell/office-tab.tsx';
import { useLook } from '../features/shell/use-look.ts';

export const Route = createRootRouteWithContext<{
  queryClient: QueryClient;
  office: Office;
}>()({
  loader: ({ context }) => context.queryClient.fetchQuery(siteQuery),
  component: Root,
});

function Root() {
  useLook(useSite());
  return (
    <>
      <OfficeTab />
      <SkipLink />
      <RouteFocus />
      <Outlet />
      <LazyToaster />
    </>
  );
}
