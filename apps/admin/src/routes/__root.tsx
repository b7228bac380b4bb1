import { applyLook } from '@institute/ui/apply-look.ts';
import { LazyToaster } from '@institute/ui/lazy-toaster.tsx';
import { RouteFocus, SkipLink } from '@institute/ui/routing.tsx';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { OfficeContext } from '../api/first-calls.ts';
import { siteQuery, useSite } from '../api/site.ts';
import { OfficeTab } from '../features/shell/office-tab.tsx';

export const Route = createRootRouteWithContext<OfficeContext>()({
  loader: ({ context }) => context.queryClient.fetchQuery(siteQuery),
  component: Root,
});

function Root() {
  const { institute } = useSite();
  // The server sends the page with the right colours. When somebody chooses others, the page gets them at
  // once.
  useEffect(() => applyLook(institute), [institute]);
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
