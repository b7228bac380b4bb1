import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

export function loadWholePages(router: AnyRouter, isWanted: (from: string, to: string) => boolean): void {
  const history: RouterHistory = router.history;
  history.block({
    enableBeforeUnload: false,
    blockerFn: ({ currentLocation, nextLocation, action }) => {
      const isLink = action === 'PUSH' || action === 'REPLACE';
      if (!isLink || !isWanted(currentLocation.pathname, nextLocation.pathname)) return false;
      if (action === 'PUSH') location.assign(nextLocation.href);
      else location.replace(nextLocation.href);
      return true;
    },
  });
}
