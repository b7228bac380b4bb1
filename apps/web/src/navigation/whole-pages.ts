import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

/** Returns how to end it. */
export function loadWholePages(
  router: AnyRouter,
  isWanted: (from: string, to: string) => boolean,
): () => void {
  const history: RouterHistory = router.history;
  return history.block({
    enableBeforeUnload: false,
    blockerFn: ({ currentLocation, nextLocation, action }) => {
      const isLinkNavigation = action === 'PUSH' || action === 'REPLACE';
      if (!isLinkNavigation || !isWanted(currentLocation.pathname, nextLocation.pathname)) return false;
      if (action === 'PUSH') location.assign(nextLocation.href);
      else location.replace(nextLocation.href);
      return true;
    },
  });
}
