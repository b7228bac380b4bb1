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
  // The page comes with the colours. After another choice it follows at once.
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
