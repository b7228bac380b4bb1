import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import type { Visit } from '../../service-worker/service-worker.ts';
import { isOffice } from '../../service-worker/store.ts';

/** Has the service worker keep what is visited, so that it can be read without a connection. */
export async function keepPages(router: AnyRouter): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirstVisit = !(await serviceWorker.getRegistration());
  await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  readWithoutConnection(router);
  const tell = (visit: Visit) => (serviceWorker.controller ?? active)?.postMessage(visit);

  // what came before the worker did
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

/** The worker has whole pages, or says that there is none: so the page that a link leads to is opened anew. */
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
  // back and forward: the browser is there already
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (fromLocation && isCutOff(fromLocation.pathname, toLocation.pathname)) location.reload();
  });
}

const loadedParts = () => performance.getEntriesByType('resource').map(({ name }) => name);

/** The visitor pays for every byte and says so. */
const isSparing = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
