import { formatDateTime } from '@institute/contract/time';
import type { Query } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { hideBar, showBar } from '../../document/notice-bar.ts';
import { nameSavedCopy } from '../../document/saved-copy.ts';
import { loadWholePages } from '../../navigation/whole-pages.ts';
import type { Visit } from '../../service-worker/service-worker.ts';
import {
  isCheckPage,
  isOffice,
  listPage,
  NETWORK_TIMEOUT_MS,
  storeNames,
} from '../../service-worker/store.ts';

/** The parts that the form needs later must not delay the parts that it shows. */
const FORM_PARTS_AFTER_MS = 3000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The service worker caches the pages that this message names. */
export async function cacheVisitedPages(
  router: AnyRouter,
  /** Parts that the registration form needs when it is used. */
  loadLateParts: () => Promise<unknown>,
): Promise<void> {
  const { serviceWorker } = navigator;
  reportSavedCopy(router).catch(console.info);
  const isFirstVisit = !(await serviceWorker.getRegistration());
  const registered = serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  // On a stalled connection, registering waits for the new script; the active worker can do the rest
  if (isFirstVisit) await registered;
  else registered.catch(console.info);
  const { active } = await serviceWorker.ready;
  readWithoutConnection(router);
  openSavedCopies(router);
  const { queryClient, queries } = router.options.context;
  const postVisit = (visit: Omit<Visit, 'institute'>) => {
    const institute = queryClient.getQueryData(queries.site.get().queryKey)?.institute.name ?? '';
    (serviceWorker.controller ?? active)?.postMessage({ institute, ...visit } satisfies Visit);
  };

  const reportVisit = async (page: string, claim = false) => {
    // Files that were loaded before the worker was active
    postVisit({ page, parts: serviceWorker.controller ? [] : listLoadedFiles(), claim });
    if (!page.startsWith('/registration')) return;
    await new Promise((resolve) => setTimeout(resolve, FORM_PARTS_AFTER_MS));
    await loadLateParts();
    postVisit({ page: listPage, parts: listLoadedFiles() });
  };
  const { pathname, search } = location;
  if (!serviceWorker.controller) void reportVisit(pathname + search, !isFirstVisit);
  else if (pathname === '/registration' || isCheckPage(pathname)) void reportVisit(pathname);
  if (isSparing()) return;
  const reported = new Set<string>();
  router.subscribe('onResolved', ({ toLocation: { pathname, searchStr }, hrefChanged }) => {
    const page = pathname + searchStr;
    if (!hrefChanged || reported.has(page)) return;
    reported.add(page);
    void reportVisit(page);
  });
}

/** Makes links load whole pages while offline, so that the worker can answer from its cache. */
function readWithoutConnection(router: AnyRouter): void {
  const isCutOff = (from: string, to: string) => from !== to && !isOffice(to) && !navigator.onLine;

  loadWholePages(router, isCutOff);
  // After Back and Forward the browser already shows the new URL
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (fromLocation && isCutOff(fromLocation.pathname, toLocation.pathname)) location.reload();
  });
}

/** Says that this page is a saved copy, when over a day old or not renewed in time. */
async function reportSavedCopy(router: AnyRouter): Promise<void> {
  const { saved } = document.documentElement.dataset;
  if (saved === undefined) return;
  const page = location.href;
  const isShown = () => location.href === page;
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) hideBar('saved');
  });
  const showSavedBar = () =>
    showBar('saved', {
      text: nameSavedCopy(saved && formatDateTime(saved)),
      link: { href: page, label: 'Load it again' },
    });
  if (!(Date.now() - Date.parse(saved) < DAY_MS) && !(await isRenewed(page, saved))) void showSavedBar();
  setTimeout(async () => {
    if (!isShown()) return;
    if (await isRenewed(page, saved)) hideBar('saved');
    else void showSavedBar();
  }, NETWORK_TIMEOUT_MS);
}

/** True when the worker has got the page since. */
async function isRenewed(page: string, saved: string): Promise<boolean> {
  const pages = await caches.open(storeNames.page.name);
  const stored = await pages.match(page, { ignoreVary: true });
  return Date.parse(stored?.headers.get('date') ?? '') > Date.parse(saved);
}

/**
 * Loads the whole page from the worker's copy when the page of a link is late or fails. `navigator.onLine` is
 * true in a network without internet, so it cannot decide.
 */
function openSavedCopies(router: AnyRouter): void {
  const { queryClient } = router.options.context;
  const isMissing = () =>
    router.state.isLoading ||
    queryClient.isFetching({ type: 'active', predicate: ({ state }: Query) => state.data === undefined }) >
      0 ||
    document.querySelector('main [data-slot=error]') !== null;

  let timer: ReturnType<typeof setTimeout> | undefined;
  const openLater = ({ href, pathname }: { href: string; pathname: string }) => {
    clearTimeout(timer);
    if (isOffice(pathname)) return;
    timer = setTimeout(async () => {
      if (!isMissing()) return;
      const pages = await caches.open(storeNames.page.name);
      if (!(await pages.match(href, { ignoreVary: true })) || !isMissing()) return;
      if (location.pathname + location.search === href) location.reload();
      else location.assign(href);
    }, NETWORK_TIMEOUT_MS);
  };
  router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    if (pathChanged) openLater(toLocation);
    else clearTimeout(timer);
  });
  // A link was followed before this code had loaded
  const [visit] = performance.getEntriesByType('navigation');
  if (visit && new URL(visit.name).pathname !== location.pathname) openLater(router.latestLocation);
}

const listLoadedFiles = () => performance.getEntriesByType('resource').map(({ name }) => name);

const isSparing = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
