// Requests and visits of pages come in and answers go out, from the network or from what was kept before: never may
// an answer to one person or to the office be kept.
/// <reference lib="webworker" />
import { pageLanguage, readChosenLanguage, translatorCookie } from '@institute/contract/site.constants';
import {
  answerQuestion,
  type CertificateCheckQuestion,
  cacheCheckPage,
  certificateCacheName,
  findCheckPage,
} from './check-page.ts';
import { writeOfflinePage } from './offline-page.ts';
import {
  cacheSettingsByStore,
  chooseStore,
  findRequestKind,
  isApplicationPage,
  isCheckPage,
  isImmutableAnswer,
  isOfficePath,
  isPageTranslatable,
  lightModeCacheName,
  listScriptsAndStyles,
  listStylesAndFonts,
  makeSavedCopy,
  mayCacheResponse,
  NETWORK_TIMEOUT_MS,
  type RequestKind,
  savedApplicationsPath,
  viewSwitchPathPattern,
} from './store.ts';

declare const self: ServiceWorkerGlobalScope;

type CookieScope = typeof self & {
  cookieStore?: { get(name: string): Promise<{ value: string } | null> };
};

/** A visited page, and files that were loaded without this worker or are needed later. */
export type PageVisit = { page: string; parts: string[]; institute: string; claim?: boolean };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches().then(cacheOpenPages)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const [, choice] = (request.method === 'POST' && viewSwitchPathPattern.exec(pathname)) || [];
  if (choice)
    event.waitUntil(choice === 'light' ? caches.open(lightModeCacheName) : caches.delete(lightModeCacheName));
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('authorization')) return;
  // A frame with a missing document must not show a page of the site from the cache
  if (request.destination === 'iframe') return;
  const requestKind = findRequestKind(pathname, request.mode === 'navigate', search);
  if (requestKind === 'personal' && isCheckPage(pathname)) event.respondWith(answerCertificateCheck(request));
  else if (requestKind === 'personal') event.respondWith(fetch(request).catch(writeOfflinePage));
  else if (requestKind) event.respondWith(answerFetch(event, requestKind));
});

self.addEventListener('message', (event) => {
  const { data, ports } = event as ExtendableMessageEvent & { data: PageVisit | CertificateCheckQuestion };
  event.waitUntil('hash' in data ? sendVerdict(data, ports[0]) : cacheVisit(data));
});

const sendVerdict = async (question: CertificateCheckQuestion, port: MessagePort | undefined) =>
  port?.postMessage(await answerQuestion(question));

/** A certificate can be checked without the site, by its signature. */
async function answerCertificateCheck(request: Request): Promise<Response> {
  const freshCheckResponse = await fetch(request).catch(() => undefined);
  if (freshCheckResponse && freshCheckResponse.status < 500) return freshCheckResponse;
  return (await findCheckPage()) ?? freshCheckResponse ?? writeOfflinePage();
}

async function deleteOldCaches(): Promise<void> {
  const currentCacheNames: string[] = [
    lightModeCacheName,
    certificateCacheName,
    ...Object.values(cacheSettingsByStore).map(({ name }) => name),
  ];
  const oldCacheNames = (await caches.keys()).filter((name) => !currentCacheNames.includes(name));
  await Promise.all(oldCacheNames.map((name) => caches.delete(name)));
}

/**
 * Caches pages that were opened before this worker was active. A page with scripts names its scripts itself.
 */
async function cacheOpenPages(): Promise<void> {
  const openWindows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.allSettled(openWindows.map(({ url }) => cachePage(url, listStylesAndFonts)));
}

/**
 * Immutable files, and pages whose files are all cached, come from the cache at once. The page then reads
 * what has changed. All else asks the network first, and the cache when the network fails or takes long. The
 * network's answer is cached in each case.
 */
async function answerFetch(event: FetchEvent, kind: RequestKind): Promise<Response> {
  const { request } = event;
  const cachedAnswer = await findCachedResponse(kind, request);
  if (cachedAnswer && isImmutableAnswer(cachedAnswer)) return cachedAnswer;
  const freshResponse = fetch(request);
  event.waitUntil(
    freshResponse.then((response) => cacheAnswer(event, kind, response.clone())).catch(() => undefined),
  );
  if (!cachedAnswer)
    return freshResponse.catch(() => (kind === 'page' ? writeOfflinePage() : Response.error()));
  if (kind === 'page' && !isReload(request) && isApplicationPage(new URL(request.url).pathname, navigator)) {
    const cachedHtml = await cachedAnswer.clone().text();
    if ((await canPageStart(cachedHtml)) && (await isInChosenLanguage(cachedHtml)))
      return makeSavedCopy(cachedAnswer, cachedHtml);
  }

  const wholeFreshResponse = await Promise.race([
    readWholeAnswer(freshResponse),
    pauseForMs(NETWORK_TIMEOUT_MS),
  ]);
  return (
    wholeFreshResponse ??
    (kind === 'page' ? makeSavedCopy(cachedAnswer, await cachedAnswer.text()) : cachedAnswer)
  );
}

const isReload = ({ cache, isReloadNavigation }: Request & { isReloadNavigation?: boolean }) =>
  cache !== 'default' || isReloadNavigation === true;

/** True when every script of the saved page is cached: then it can start offline. */
async function canPageStart(html: string): Promise<boolean> {
  const assetFiles = listScriptsAndStyles(html);
  const assetCache = await caches.open(cacheSettingsByStore.asset.name);
  const foundAssets = await Promise.all(
    assetFiles.map((file) => assetCache.match(file, { ignoreVary: true })),
  );
  return assetFiles.some((file) => file.endsWith('.js')) && foundAssets.every(Boolean);
}

/**
 * True when the page suits the chosen language: its content policy admits the translator exactly if a
 * translation is chosen.
 */
async function isInChosenLanguage(html: string): Promise<boolean> {
  const { cookieStore } = self as CookieScope;
  // Without `cookieStore` the worker cannot know, and the page finds out itself
  if (!cookieStore) return true;
  const { value = '' } = (await cookieStore.get(translatorCookie)) ?? {};
  const isTranslationChosen = readChosenLanguage(`${translatorCookie}=${value}`) !== pageLanguage;
  return isTranslationChosen === isPageTranslatable(html);
}

/** Resolves when the whole answer has arrived, because a connection may stall in the middle. */
const readWholeAnswer = (fresh: Promise<Response>) =>
  fresh.then(
    async (response) => {
      const arrivedAnswer = await response
        .clone()
        .arrayBuffer()
        .catch(() => undefined);
      return arrivedAnswer && response;
    },
    () => undefined,
  );

const pauseForMs = (ms: number) =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms));

async function cacheAnswer(
  { clientId, request }: FetchEvent,
  kind: RequestKind,
  response: Response,
): Promise<void> {
  const windowClient = await self.clients.get(clientId);
  if (!windowClient || !isOfficePath(new URL(windowClient.url).pathname))
    await storeInCache(kind, request, response);
}

async function findCachedResponse(kind: RequestKind, request: Request | string) {
  const { name } = cacheSettingsByStore[kind === 'page' && (await isLightModeChosen()) ? 'light' : kind];
  return (await caches.open(name)).match(request, { ignoreVary: true });
}

/** True when the server would send the light page. */
async function isLightModeChosen(): Promise<boolean> {
  const { cookieStore, navigator } = self as CookieScope & {
    navigator: { connection?: { saveData?: boolean; effectiveType?: string } };
  };
  const viewCookie = await cookieStore?.get('view');
  if (viewCookie) return viewCookie.value === 'light';
  const { saveData = false, effectiveType = '' } = navigator.connection ?? {};
  return saveData || effectiveType.endsWith('2g') || (await caches.has(lightModeCacheName));
}

async function storeInCache(kind: RequestKind, request: Request | string, response: Response): Promise<void> {
  const { name, limit } = cacheSettingsByStore[chooseStore(kind, response)];
  const responseCache = await caches.open(name);
  if (mayCacheResponse(response, kind)) await responseCache.put(request, response).catch(() => undefined);
  else if (response.status === 404 || response.status === 410) await responseCache.delete(request);
  const cachedRequests = await responseCache.keys();
  await Promise.all(cachedRequests.slice(0, -limit).map((oldest) => responseCache.delete(oldest)));
}

async function cacheVisit({ page, parts, institute, claim }: PageVisit): Promise<void> {
  if (claim) await self.clients.claim();
  if (isCheckPage(page)) await cacheCheckPage(institute).catch(() => undefined);
  // Without a connection the registration form links to the list of waiting registrations, so cache all its assets
  const isListPage = page === savedApplicationsPath;
  await Promise.allSettled([
    isListPage ? cachePage(page, listScriptsAndStyles) : fetchMissingFile(page, true),
    ...parts.map((address) => fetchMissingFile(address, false)),
  ]);
}

/** Caches the page and the files that it names. */
async function cachePage(address: string, listFiles: (html: string) => string[]): Promise<void> {
  await fetchMissingFile(address, true);
  const html = (await (await findCachedResponse('page', address))?.text()) ?? '';
  await Promise.allSettled(listFiles(html).map((file) => fetchMissingFile(file, false)));
}

async function fetchMissingFile(address: string, isPage: boolean): Promise<void> {
  const { origin, pathname, search } = new URL(address, location.origin);
  const kind = origin === location.origin && findRequestKind(pathname, isPage, search);
  if (!kind || kind === 'personal' || (!isPage && (await findCachedResponse(kind, address)))) return;
  // The files are in the browser's own cache
  const response = await fetch(address, { priority: 'low', cache: isPage ? 'default' : 'force-cache' });
  await storeInCache(kind, address, response);
}
