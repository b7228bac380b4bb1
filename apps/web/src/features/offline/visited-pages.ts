import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import type { Visit } from '../../service-worker/service-worker.ts';
import { isOffice } from '../../service-worker/store.ts';

/** Registers the service worker and tells it about visited pages, which it caches. */
export async function cacheVisitedPages(router: AnyRouter): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirstVisit = !(await serviceWorker.getRegistration());
  await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  readWithoutConnection(router);
  const tell = (visit: Visit) => (serviceWorker.controller ?? active)?.postMessage(visit);

  // Files that were loaded before the worker was active.
  const missed = () => (serviceWorker.controller ? [] : loadedParts());
  if (!serviceWorker.controller) {
    tell({ page: location.pathname + location.search, parts: missed(), claim: !isFirstVisit });
  }
  if (isSparing()) return;
  const told = new Set<string>();
  router.subscribe('onResolved', ({ toLocation: { pathname, searchStr }, hrefChanged }) => {
    const page = pathname + searchStr;
    if (!hrefChanged || told.has(page)) return;
    told.add(page);
    tell({ page, parts: missed() });
  });
}

/** Makes links load whole pages while offline, so that the worker can answer from its cache. */
function readWithoutConnection(router: AnyRouter): void {
  const isCutOff = (from: string, to: string) => from !== to && !isOffice(to) && !navigator.onLine;

  const history: RouterHistory = router.history;
  history.block({
    enableBeforeUnload: false,
    blockerFn: ({ currentLocation, nextLocation, action }) => {
      const isLink = action === 'PUSH' || action === 'REPLACE';
      if (!isLink || !isCutOff(currentLocation.pathname, nextLocation.pathname)) return false;
      location.assign(nextLocation.href);
      return true;
    },
  });
  // After Back and Forward the browser already shows the new URL.
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (fromLocation && isCutOff(fromLocation.pathname, toLocation.pathname)) location.reload();
  });
}

const loadedParts = () => performance.getEntriesByType('resource').map(({ name }) => name);

/** True when the visitor's browser is set to save data. */
const isSparing = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
