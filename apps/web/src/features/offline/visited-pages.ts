import { formatDateTime } from '@institute/contract/time';
import type { Query } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { hideNoticeBar, showNoticeBar } from '../../document/notice-bar.ts';
import { nameSavedCopy } from '../../document/saved-copy.ts';
import { loadWholePages } from '../../navigation/whole-pages.ts';
import type { PageVisit } from '../../service-worker/service-worker.ts';
import {
  cacheSettingsByStore,
  isCheckPage,
  isOfficePath,
  NETWORK_TIMEOUT_MS,
  savedApplicationsPath,
} from '../../service-worker/store.ts';

/**
 * Parts that the form needs later load after this time, so that they do not delay the parts that it shows.
 */
const LATE_FORM_PARTS_AFTER_MS = 3000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Registers the service worker and tells it which pages to cache. */
export async function cacheVisitedPages(
  router: AnyRouter,
  /** Parts that the registration form needs when it is used. */
  loadLateParts: () => Promise<unknown>,
): Promise<void> {
  const { serviceWorker } = navigator;
  reportSavedCopy(router).catch(console.info);
  const isFirstVisit = !(await serviceWorker.getRegistration());
  const registeredWorker = serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  // On a stalled connection, registering waits for the new worker script. A later visit does not wait,
  // because it has an active worker
  if (isFirstVisit) await registeredWorker;
  else registeredWorker.catch(console.info);
  const { active } = await serviceWorker.ready;
  loadWholePagesOffline(router);
  openSavedCopies(router);
  const { queryClient, queries } = router.options.context;
  const postVisit = (visit: Omit<PageVisit, 'institute'>) => {
    const institute = queryClient.getQueryData(queries.site.get().queryKey)?.institute.name ?? '';
    (serviceWorker.controller ?? active)?.postMessage({ institute, ...visit } satisfies PageVisit);
  };

  const reportVisit = async (page: string, claim = false) => {
    // The worker has not seen the files that were loaded before it was active
    postVisit({ page, parts: serviceWorker.controller ? [] : listLoadedFiles(), claim });
    if (!page.startsWith('/registration')) return;
    await new Promise((resolve) => setTimeout(resolve, LATE_FORM_PARTS_AFTER_MS));
    await loadLateParts();
    postVisit({ page: savedApplicationsPath, parts: listLoadedFiles() });
  };
  const { pathname, search } = location;
  if (!serviceWorker.controller) void reportVisit(pathname + search, !isFirstVisit);
  else if (pathname === '/registration' || isCheckPage(pathname)) void reportVisit(pathname);
  if (isSavingData()) return;
  const reportedPages = new Set<string>();
  router.subscribe('onResolved', ({ toLocation: { pathname, searchStr }, hrefChanged }) => {
    const visitedPageAddress = pathname + searchStr;
    if (!hrefChanged || reportedPages.has(visitedPageAddress)) return;
    reportedPages.add(visitedPageAddress);
    void reportVisit(visitedPageAddress);
  });
}

/** Makes links load whole pages while offline, so that the worker can answer from its cache. */
function loadWholePagesOffline(router: AnyRouter): void {
  const shouldLoadWholePage = (from: string, to: string) =>
    from !== to && !isOfficePath(to) && !navigator.onLine;

  loadWholePages(router, shouldLoadWholePage);
  // Back and Forward change the URL before this event, so a reload loads the right page
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    if (fromLocation && shouldLoadWholePage(fromLocation.pathname, toLocation.pathname)) location.reload();
  });
}

/** Shows a bar on a saved copy that is over a day old, or that the worker cannot renew in time. */
async function reportSavedCopy(router: AnyRouter): Promise<void> {
  const { saved } = document.documentElement.dataset;
  if (saved === undefined) return;
  const page = location.href;
  const isPageShown = () => location.href === page;
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) hideNoticeBar('saved');
  });
  const showSavedBar = () =>
    showNoticeBar('saved', {
      text: nameSavedCopy(saved && formatDateTime(saved)),
      link: { href: page, label: 'Load it again' },
    });
  if (!(Date.now() - Date.parse(saved) < DAY_MS) && !(await isSavedPageRenewed(page, saved)))
    void showSavedBar();
  setTimeout(async () => {
    if (!isPageShown()) return;
    if (await isSavedPageRenewed(page, saved)) hideNoticeBar('saved');
    else void showSavedBar();
  }, NETWORK_TIMEOUT_MS);
}

/** True when the worker has cached a newer version of the page. */
async function isSavedPageRenewed(page: string, saved: string): Promise<boolean> {
  const pageCache = await caches.open(cacheSettingsByStore.page.name);
  const storedPage = await pageCache.match(page, { ignoreVary: true });
  return Date.parse(storedPage?.headers.get('date') ?? '') > Date.parse(saved);
}

/**
 * Loads the whole page from the worker's copy when the page of a link is late or fails. `navigator.onLine` is
 * true in a network without internet, so it cannot decide.
 */
function openSavedCopies(router: AnyRouter): void {
  const { queryClient } = router.options.context;
  const isPageDataMissing = () =>
    router.state.isLoading ||
    queryClient.isFetching({ type: 'active', predicate: ({ state }: Query) => state.data === undefined }) >
      0 ||
    document.querySelector('main [data-slot=error]') !== null;

  let timer: ReturnType<typeof setTimeout> | undefined;
  const openAfterPause = ({ href, pathname }: { href: string; pathname: string }) => {
    clearTimeout(timer);
    if (isOfficePath(pathname)) return;
    timer = setTimeout(async () => {
      if (!isPageDataMissing()) return;
      const pageCacheToOpen = await caches.open(cacheSettingsByStore.page.name);
      if (!(await pageCacheToOpen.match(href, { ignoreVary: true })) || !isPageDataMissing()) return;
      if (location.pathname + location.search === href) location.reload();
      else location.assign(href);
    }, NETWORK_TIMEOUT_MS);
  };
  router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    if (pathChanged) openAfterPause(toLocation);
    else clearTimeout(timer);
  });
  // A link was followed before this code had loaded
  const [visit] = performance.getEntriesByType('navigation');
  if (visit && new URL(visit.name).pathname !== location.pathname) openAfterPause(router.latestLocation);
}

const listLoadedFiles = () => performance.getEntriesByType('resource').map(({ name }) => name);

const isSavingData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
